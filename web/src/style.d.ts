/** Style sheets, which the build takes out of the modules. */
declare module '*.css';
