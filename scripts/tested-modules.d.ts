export function testedModules(): string;
export function emitTypes(types: string): void;
