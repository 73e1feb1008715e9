export declare const SERVER_FLAGS: readonly string[];
export declare const RUN_FLAGS: readonly string[];
