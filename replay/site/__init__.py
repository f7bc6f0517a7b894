"""The public site as static files: `build` makes it from published lists; `folder` knows what is new."""
