export function redisProgram(): string;
