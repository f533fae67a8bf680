// Before anything else is loaded: React and others choose between two builds of themselves when they are loaded, and Next sets
// this later, which would leave one half of React in either.
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV || "production" });
