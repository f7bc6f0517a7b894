"""JSON Schemas of events and answers, out of structs and kinds of columns; `make schemas` writes them."""
