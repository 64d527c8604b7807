/** What a world is made of: what it runs, and what runs it. A change to any of it runs tests again in watch mode. */
export const worldSources = ["functions", "shared", "lib", "bin", "test/support", "cdk.json", "package-lock.json"];
