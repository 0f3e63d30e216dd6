"""What leaves the lobby: messages for viewers, made of tables by allow-lists, and sentences for those who ask."""
