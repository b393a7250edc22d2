export * from './accounts.ts';
export * from './define.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './jobs.ts';
export * from './pricing.ts';
export * from './primitives.ts';
