"""Operations of the effect language: one small function for each."""
