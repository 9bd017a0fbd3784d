"""Stores tables and accounts."""
