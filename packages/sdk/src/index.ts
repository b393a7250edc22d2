export {
  type ClientOptions,
  type CourierClient,
  type CredentialOptions,
  createClient,
  type KeyOptions,
} from './client.ts';
export type * from './generated/client.ts';
export {
  ApiError,
  type Middleware,
  type RequestOptions,
  TimeoutError,
} from './generated/client.ts';
export { eachOf } from './pages.ts';
export { ProblemError, TokenError } from './problem.ts';
export { type SignedReadings, sendReadings, signBatch } from './telemetry.ts';
export type { OAuthCredentials } from './tokens.ts';
export { type WaitOptions, waitFor } from './wait.ts';
