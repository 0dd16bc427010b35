"""What every playground shares: what can be set, what is drawn, and the panel that shows both."""
