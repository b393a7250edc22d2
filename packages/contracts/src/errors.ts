/**
 * Every error code that a caller can receive, with its HTTP status. Sources: API document (Errors),
 * decisions (Errors, Auth).
 */

import { areaErrors } from './area.ts';
import { billingErrors } from './billing/errors.ts';
import { credentialErrors } from './credential-errors.ts';
import { type ErrorEntry, entry } from './error-entry.ts';
import { handOffErrors } from './hand-off-errors.ts';
import { jobErrors } from './jobs/errors.ts';
import { laboratoryErrors } from './partner/errors.ts';
import { assetErrors } from './tracking/asset-errors.ts';
import { fleetErrors } from './tracking/fleet-errors.ts';
import { suspectErrors } from './tracking/suspect-errors.ts';
import { alarmErrors } from './webhooks/errors.ts';

export const errors = {
  idempotency_key_required: entry(
    400,
    'Idempotency-Key header required',
    'Send an Idempotency-Key header when you book a job or record a payment. Generate a unique key per operation before the first attempt, and send the same key on every retry.',
  ),
  invalid_body: entry(
    400,
    'Request not valid',
    'A field, query parameter or header is missing, unknown or out of bounds. `errors` lists each with a JSON pointer.',
  ),
  invalid_json: entry(
    400,
    'Body is not JSON',
    'The body could not be parsed as JSON. The detail gives the line and column.',
  ),
  missing_api_key: entry(
    401,
    'No credential',
    'Send a bearer token, or an API key in the x-api-key header.',
  ),
  invalid_api_key: entry(
    401,
    'API key not recognised',
    'The key is unknown or revoked. The sandbox accepts only its published key.',
  ),
  invalid_token: entry(
    401,
    'Access token not valid',
    'The token is expired, malformed or from another issuer. Request a new one from the token endpoint.',
  ),
  invalid_signature: entry(
    401,
    'Signature missing or wrong',
    "Sign `<svc-timestamp>.<raw body>` with HMAC-SHA-256 and the provider's whole secret, over the exact bytes sent.",
  ),
  timestamp_out_of_tolerance: entry(
    401,
    'Timestamp too far off',
    "`svc-timestamp` must be Unix time in seconds, within 300 s of the server's clock. Sign again with a new timestamp on each retry.",
  ),
  live_key_on_sandbox: entry(
    403,
    'Live key used on the sandbox',
    'Use the published sandbox key. If a test script sent this live key by mistake, treat it as exposed.',
  ),
  insufficient_scope: entry(
    403,
    'Scope missing',
    'The token lacks the scope named in `required_scope`.',
  ),
  token_required: entry(
    403,
    'Token required',
    'This endpoint does not accept API keys. Use a bearer token.',
  ),
  not_found: entry(404, 'No such endpoint', 'Nothing is served at this path.'),
  job_not_found: entry(404, 'Job not found', 'No job with this id or reference.'),
  quote_not_found: entry(404, 'Quote not found', 'No quote with this id.'),
  tracking_not_found: entry(404, 'Nothing to track', 'No job with this reference.'),
  certificate_not_found: entry(404, 'Certificate not found', 'No certificate with this id.'),
  site_not_found: entry(404, 'Site not found', 'No site with this id that you may change.'),
  user_not_found: entry(404, 'User not found', 'No user with this id.'),
  order_not_found: entry(404, 'Order not found', 'No partner order with this id.'),
  manifest_not_found: entry(404, 'Manifest not found', 'No manifest with this id.'),
  route_not_found: entry(404, 'Route not found', 'No route with this id.'),
  webhook_not_found: entry(404, 'Webhook not found', 'No webhook with this id.'),
  event_not_found: entry(404, 'Event not found', 'No event of the last 30 days with this id.'),
  driver_not_found: entry(404, 'Driver not found', 'No driver with this id.'),
  vehicle_not_found: entry(404, 'Vehicle not found', 'No vehicle with this id.'),
  provider_not_found: entry(
    404,
    'Provider not found',
    'No telemetry provider with this id, or your credential belongs to none with this format.',
  ),
  file_not_found: entry(404, 'File not found', 'The link is unknown, expired or revoked.'),
  method_not_allowed: entry(
    405,
    'Method not allowed',
    'The path does not support this method; the detail and the Allow header list the supported ones.',
  ),
  already_cancelled: entry(409, 'Job already cancelled', 'The job is already cancelled.'),
  already_delivered: entry(409, 'Job already delivered', 'The job is already delivered.'),
  in_custody: entry(
    409,
    'Parcels are in custody',
    'The parcels have been collected. They can be returned, but the job cannot be cancelled.',
  ),
  invalid_transition: entry(
    409,
    'Not possible in this state',
    "The job's current state does not allow this change. The detail names the current and the requested state.",
  ),
  job_changed: entry(
    409,
    'Job has changed',
    'The job changed since the version you sent. The detail says what changed, by whom and when. Fetch the job again.',
  ),
  already_ready: entry(
    409,
    'Order already ready',
    'The order was already marked ready with another sealed bag, or it is closed.',
  ),
  registration_taken: entry(409, 'Registration in use', 'Another vehicle has this registration.'),
  address_taken: entry(409, 'Address in use', 'Another wholesaler sends from this e-mail address.'),
  username_taken: entry(409, 'User name in use', 'Another wholesaler has this user name.'),
  company_prefix_taken: entry(
    409,
    'Company prefix in use',
    'Another organisation already uses this GS1 Company Prefix, or one that overlaps it.',
  ),
  email_taken: entry(409, 'E-mail address in use', 'Another user already has this e-mail address.'),
  identity_bound: entry(
    409,
    'Identity in use',
    'This identity already signs in as another user, of this organisation or another one.',
  ),
  too_many_endpoints: entry(
    409,
    'Too many endpoints',
    'Your organisation has reached its limit of webhook endpoints, including disabled ones. Delete one first.',
  ),
  replay_in_progress: entry(
    409,
    'Replay in progress',
    'An earlier replay of this endpoint is still sending events. Wait until it has finished; the delivery log shows its progress.',
  ),
  idempotency_in_progress: entry(
    409,
    'First request still in progress',
    'A request with this Idempotency-Key is still being processed. Retry with the same key in a moment.',
  ),
  invitation_over: entry(
    410,
    'Invitation no longer valid',
    'The invitation is unknown, expired, withdrawn, replaced or already accepted. Ask for a new one.',
  ),
  quote_expired: entry(410, 'Quote expired', 'Quotes are held for 15 minutes. Request a new one.'),
  certificate_pending: entry(
    409,
    'Certificate not yet issued',
    'The job is not delivered yet, or its certificate is being generated. Retry in a few seconds.',
  ),
  proof_pending: entry(
    409,
    'Not logged yet',
    'The certificate is issued, but no published checkpoint of the log covers it yet. Retry in a second.',
  ),
  log_rolled_back: entry(
    409,
    'The log lacks entries',
    'A published checkpoint covers entries that the log does not have. The log must not continue under its origin.',
  ),
  log_origin_used: entry(
    409,
    'Origin already used',
    'A restarted log needs an origin and a signing key under which no checkpoint was published.',
  ),
  pod_pending: entry(
    409,
    'No proof of delivery yet',
    'The job is not delivered yet, or its proof is being stored. Retry in a few seconds.',
  ),
  payload_too_large: entry(
    413,
    'Body too large',
    'The body exceeds the limit of its endpoint: 64 KiB by default; 1 MiB for a manifest, 5 MiB for an image, 10 MiB or 10 000 rows for a stock feed, 256 KiB for a batch of readings.',
  ),
  unsupported_media_type: entry(
    415,
    'Media type not supported',
    'Send the content type documented for the endpoint, usually application/json.',
  ),
  invalid_priority: entry(422, 'Unknown priority', 'Send scheduled, same_day, stat or critical.'),
  invalid_timing: entry(422, 'Unknown timing', 'Send standard, after_hours, saturday or sunday.'),
  not_a_delivery: entry(
    422,
    'SKU is not a delivery',
    'This SKU can be quoted, but not booked as a courier job.',
  ),
  reason_required: entry(422, 'Reason required', 'Send a reason to cancel a job.'),
  unknown_site: entry(
    422,
    'Unknown site',
    'The pickup or drop-off site does not exist, or is neither yours nor shared with you.',
  ),
  carrier_only: entry(
    422,
    'Reserved for the carrier',
    "Scopes that begin with `ops:`, and the roles `dispatcher`, `quality` and `desk_lead`, are reserved for the carrier's own organisation.",
  ),
  same_site: entry(
    422,
    'Pickup and drop-off are the same',
    'Pickup and drop-off are the same site. Send two different sites.',
  ),
  invitation_for_other_address: entry(
    422,
    'Invitation for another address',
    'The verified e-mail address of the identity differs from the invited one.',
  ),
  unknown_person: entry(
    422,
    'Unknown person',
    'No user is bound to this identity. Open the invitation of your organisation first.',
  ),
  unknown_tenant: entry(422, 'Unknown tenant', 'No tenant with this id.'),
  unknown_sku: entry(422, 'Unknown SKU', 'The SKU is not in the current price book.'),
  invalid_url: entry(
    422,
    'Address not allowed',
    'Webhook URLs must be public https addresses without credentials.',
  ),
  unknown_event_type: entry(
    422,
    'Unknown event type',
    'The detail names the unknown type. `*` subscribes to all types.',
  ),
  unknown_driver: entry(422, 'Unknown driver', 'No driver with this id.'),
  unknown_vehicle: entry(422, 'Unknown vehicle', 'No vehicle with this id.'),
  unknown_file: entry(422, 'Unknown file', 'The job has no file of this kind with this id.'),
  invalid_file: entry(422, 'File not valid', 'The file is not an image of the declared type.'),
  invalid_seal: entry(
    422,
    'Seal not valid',
    "A seal has 4 to 32 letters, digits and hyphens and does not start with a hyphen. When you replace a seal, the old number must be the job's current seal, and the new one must differ.",
  ),
  invalid_parcels: entry(
    422,
    'Parcels differ from the quote',
    'The quoted price is for a different number of parcels. Request a new quote.',
  ),
  invalid_target: entry(
    422,
    'Target not valid',
    'A manifest must name exactly one of `route_id` and `job_id`.',
  ),
  ...areaErrors,
  ...billingErrors,
  ...alarmErrors,
  ...jobErrors,
  ...suspectErrors,
  ...fleetErrors,
  ...assetErrors,
  ...laboratoryErrors,
  medicine_name_not_allowed: entry(
    422,
    'Medicine names not allowed',
    'A field looks like a medicine name. Nothing was stored. Send item codes only.',
  ),
  ...credentialErrors,
  ...handOffErrors,
  idempotency_key_reused: entry(
    422,
    'Idempotency-Key used for another request',
    'This key was already used with a different body. Use a new key for a new request.',
  ),
  handover_locked: entry(
    429,
    'Handover code locked',
    'Too many wrong codes. Retry after 15 minutes.',
  ),
  rate_limited: entry(
    429,
    'Too many requests',
    'Wait for the number of seconds in Retry-After, then retry.',
  ),
  internal: entry(
    500,
    'Internal error',
    'An error on our side, which was logged. Quote request_id to support. You can safely retry with the same Idempotency-Key.',
  ),
  unavailable: entry(
    503,
    'Temporarily unavailable',
    'Retry after Retry-After seconds. With an Idempotency-Key, a retry cannot repeat the change.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
