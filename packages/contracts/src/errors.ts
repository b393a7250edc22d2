/** Every error code that a caller can meet, with its HTTP status. Sources: API document (Errors), decisions (Errors, Auth). */

import { areaErrors } from './area.ts';
import { billingErrors } from './billing/errors.ts';
import { credentialErrors } from './credential-errors.ts';
import { type ErrorEntry, entry } from './error-entry.ts';
import { handOffErrors } from './hand-off-errors.ts';
import { laboratoryErrors } from './partner/errors.ts';
import { alarmErrors } from './webhooks/errors.ts';

export const errors = {
  idempotency_key_required: entry(
    400,
    'Idempotency-Key header required',
    'Booking a job or recording a payment needs an Idempotency-Key header: unique per operation, and the same on every attempt of it. Make one before the first attempt and repeat it on retries.',
  ),
  invalid_body: entry(
    400,
    'Request not valid',
    'A field, query parameter or header is missing, unknown or outside its bounds. `errors` names each with a JSON pointer.',
  ),
  invalid_json: entry(
    400,
    'Body is not JSON',
    'The body could not be parsed as JSON. The detail names line and column.',
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
    'The token is expired, malformed or not from this issuer. Request a new one from the token endpoint.',
  ),
  invalid_signature: entry(
    401,
    'Signature missing or wrong',
    'Sign `<svc-timestamp>.<raw body>` with HMAC-SHA-256 and the whole secret of the provider, over the very bytes that are sent.',
  ),
  timestamp_out_of_tolerance: entry(
    401,
    'Timestamp too far off',
    '`svc-timestamp` is the Unix time in seconds, at most 300 s from our clock. Sign anew on retries.',
  ),
  live_key_on_sandbox: entry(
    403,
    'Live key used on the sandbox',
    'Use the published sandbox key here. Treat the live key as exposed if this was a test script.',
  ),
  insufficient_scope: entry(
    403,
    'Scope missing',
    'The token does not carry the scope named in `required_scope`.',
  ),
  token_required: entry(
    403,
    'Token required',
    'This endpoint does not take API keys. Use a bearer token.',
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
  provider_not_found: entry(404, 'Provider not found', 'No telemetry provider with this id.'),
  file_not_found: entry(404, 'File not found', 'The link is unknown, expired or revoked.'),
  method_not_allowed: entry(
    405,
    'Method not allowed',
    'The path exists with other methods; the detail and the Allow header list them.',
  ),
  already_cancelled: entry(409, 'Job already cancelled', 'The job was cancelled before.'),
  already_delivered: entry(409, 'Job already delivered', 'The job was delivered before.'),
  in_custody: entry(
    409,
    'Parcels are in custody',
    'The parcels have been collected; they can be returned, not cancelled.',
  ),
  invalid_transition: entry(
    409,
    'Not possible in this state',
    'The detail names the state the job is in and the one that was asked for.',
  ),
  job_changed: entry(
    409,
    'Job has changed',
    'Somebody else was first: the detail says what changed since that version, by whom and when. Read the job again.',
  ),
  already_ready: entry(
    409,
    'Order already ready',
    'The order was marked ready before, with another sealed bag, or it is closed.',
  ),
  registration_taken: entry(409, 'Registration in use', 'Another vehicle has this registration.'),
  address_taken: entry(409, 'Address in use', 'Another wholesaler sends from this e-mail address.'),
  username_taken: entry(409, 'User name in use', 'Another wholesaler has this user name.'),
  company_prefix_taken: entry(
    409,
    'Company prefix in use',
    'Another organisation numbers its parcels from this GS1 Company Prefix, or from one that overlaps it.',
  ),
  email_taken: entry(409, 'E-mail address in use', 'Another user has this e-mail address.'),
  identity_bound: entry(
    409,
    'Identity in use',
    'This identity signs in as another user, of this organisation or of another one.',
  ),
  too_many_endpoints: entry(
    409,
    'Too many endpoints',
    'You have as many webhook endpoints as an organisation may have, disabled ones among them. Delete one first.',
  ),
  replay_in_progress: entry(
    409,
    'Replay under way',
    'An earlier replay of this endpoint has events left to send. Wait until it has ended; its deliveries are in the log.',
  ),
  idempotency_in_progress: entry(
    409,
    'First request still running',
    'A request with this Idempotency-Key is still running. Repeat it with the same key in a moment.',
  ),
  invitation_over: entry(
    410,
    'Invitation over',
    'The invitation is unknown, over, withdrawn, replaced or accepted. Ask for a new one.',
  ),
  quote_expired: entry(410, 'Quote expired', 'Quotes are held for 15 minutes. Request a new one.'),
  certificate_pending: entry(
    409,
    'Certificate not yet issued',
    'The job is not delivered yet, or its certificate is being made. Ask again in a moment.',
  ),
  proof_pending: entry(
    409,
    'Not logged yet',
    'The certificate is issued, and no published checkpoint of the log covers it yet. Ask again in a second.',
  ),
  log_rolled_back: entry(
    409,
    'The log lacks entries',
    'A checkpoint of more entries was published than the log has: it must not go on under its origin.',
  ),
  log_origin_used: entry(
    409,
    'Origin used before',
    'A log that starts anew needs an origin and a signing key that no checkpoint was published under.',
  ),
  pod_pending: entry(
    409,
    'No proof of delivery yet',
    'The job is not delivered yet, or its proof is being filed. Ask again in a moment.',
  ),
  payload_too_large: entry(
    413,
    'Body too large',
    'The body is larger than its endpoint takes: 64 KiB; a manifest 1 MiB, an image 5 MiB, a stock feed 10 MiB or 10 000 rows, a batch of readings 256 KiB.',
  ),
  unsupported_media_type: entry(
    415,
    'Media type not supported',
    'Send the content type that the endpoint documents, usually application/json.',
  ),
  invalid_priority: entry(422, 'Unknown priority', 'One of scheduled, same_day, stat, critical.'),
  invalid_timing: entry(422, 'Unknown timing', 'One of standard, after_hours, saturday, sunday.'),
  not_a_delivery: entry(
    422,
    'SKU is not a delivery',
    'This SKU can be quoted, but a courier job cannot be booked from it.',
  ),
  reason_required: entry(422, 'Reason required', 'Cancelling a job needs a reason.'),
  unknown_site: entry(
    422,
    'Unknown site',
    'The pickup or drop-off site is neither yours nor shared with you.',
  ),
  carrier_only: entry(
    422,
    "The carrier's own",
    "Scopes that begin with `ops:`, and the roles `dispatcher` and `desk_lead`, are for the carrier's own tenant.",
  ),
  same_site: entry(
    422,
    'Pickup is drop-off',
    'The parcels are collected and delivered at the same site. Send two different sites.',
  ),
  invitation_for_other_address: entry(
    422,
    'Invitation for another address',
    'The verified e-mail address of the identity is not the one that was invited.',
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
    'Webhooks go to public https addresses only, without credentials in them.',
  ),
  unknown_event_type: entry(
    422,
    'Unknown event type',
    'The detail names the type; `*` stands for all.',
  ),
  unknown_driver: entry(422, 'Unknown driver', 'No driver with this id.'),
  unknown_vehicle: entry(422, 'Unknown vehicle', 'No vehicle with this id.'),
  unknown_file: entry(422, 'Unknown file', 'No file of this kind with this id belongs to the job.'),
  invalid_file: entry(
    422,
    'File not valid',
    'The bytes are not the kind of image that was declared.',
  ),
  invalid_seal: entry(
    422,
    'Seal not valid',
    'A seal has 4 to 32 characters: letters, digits and hyphens, the first not a hyphen. A seal that is replaced is that of the job, and the new one another.',
  ),
  invalid_parcels: entry(
    422,
    'Parcels differ from the quote',
    'The price holds for as many parcels as were quoted. Quote the order again.',
  ),
  invalid_target: entry(
    422,
    'Target not valid',
    'A manifest names exactly one of `route_id` and `job_id`.',
  ),
  ...areaErrors,
  ...billingErrors,
  ...alarmErrors,
  no_suspect_readings: entry(
    409,
    'No suspect readings',
    'No reading of the certified trace is exactly 85 or -127 °C: there is nothing to decide.',
  ),
  suspects_decided: entry(
    409,
    'Suspect readings already decided',
    'A person has decided, and a further certificate says so. A decision is final.',
  ),
  ...laboratoryErrors,
  medicine_name_not_allowed: entry(
    422,
    'Medicine names not allowed',
    'A field looks like the name of a medicine. Nothing was stored. Send item codes only.',
  ),
  ...credentialErrors,
  ...handOffErrors,
  idempotency_key_reused: entry(
    422,
    'Idempotency-Key used for another request',
    'This key was sent before with a different body. Use a new key for a new request.',
  ),
  handover_locked: entry(
    429,
    'Handover code locked',
    'Too many wrong codes. Try again after 15 minutes.',
  ),
  rate_limited: entry(
    429,
    'Too many requests',
    'Wait as many seconds as Retry-After says, then continue.',
  ),
  internal: entry(
    500,
    'Internal error',
    'Our fault, and logged. Quote request_id to support. Repeating with the same Idempotency-Key is safe.',
  ),
  unavailable: entry(
    503,
    'Temporarily unavailable',
    'Repeat after Retry-After seconds; with an Idempotency-Key nothing happens twice.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);
