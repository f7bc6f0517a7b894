"""The manual: pages made from the code, the manual page of the shell, the site of the documentation."""
