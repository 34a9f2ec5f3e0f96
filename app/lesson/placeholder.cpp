// removed with the first source
