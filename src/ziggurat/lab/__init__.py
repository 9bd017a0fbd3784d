"""The lab: tournaments, self-play, datasets, studies and reports over many games, on this machine or on a cluster."""
