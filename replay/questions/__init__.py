"""What can be asked: `questions` is the Python object; the other modules each answer one kind of question."""
