"""What people do at tables beyond taking a seat: each command is one step of `TableRepository.change`."""
