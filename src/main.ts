// The entry of `nest start`: the server out of what the compiler has made, without a bundle. `metarun serve` is the same server.
process.argv.splice(2, 0, 'serve');
await import('./cli.js');

export {};
