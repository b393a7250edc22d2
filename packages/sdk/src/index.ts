export type * from './call.ts';
export {
  type ClientOptions,
  type CredentialOptions,
  createClient,
  type KeyOptions,
} from './client.ts';
export type * from './generated/api.ts';
export { eachOf } from './pages.ts';
export { ApiError, ProblemError, TokenError } from './problem.ts';
export { type SignedReadings, sendReadings, signBatch } from './telemetry.ts';
export type { OAuthCredentials } from './tokens.ts';
export { type WaitOptions, waitFor } from './wait.ts';
