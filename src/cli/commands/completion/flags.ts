export const COMPLETION_SHELLS = ["bash", "zsh", "fish"] as const;
