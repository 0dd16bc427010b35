"""Attempts in processes of their own, kept from all that is not theirs."""
