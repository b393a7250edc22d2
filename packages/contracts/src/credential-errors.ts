/** Refusals of what is done with clients, API keys and devices. */
import { type ErrorEntry, entry } from './error-entry.ts';

export const credentialErrors = {
  client_not_found: entry(404, 'Client not found', 'No client with this id.'),
  courier_device_not_found: entry(404, 'Device not found', "No courier's device with this id."),
  api_key_not_found: entry(404, 'API key not found', 'No API key with this id.'),
  too_many_clients: entry(
    409,
    'Too many clients',
    'You have as many clients as an organisation may have. Revoke one first; a secret is replaced by rotation.',
  ),
  too_many_api_keys: entry(
    409,
    'Too many API keys',
    'You have as many API keys as an organisation may have. Revoke one first; a key is replaced by rotation.',
  ),
  rotation_in_progress: entry(
    409,
    'Previous secret still accepted',
    'The secret was rotated, and the previous one is still accepted: end it first, or rotate with `overlap_hours` 0.',
  ),
  scope_not_held: entry(
    422,
    'Scope not held',
    'A credential may not do more than the token that makes it: name scopes that your token carries.',
  ),
} as const satisfies Record<string, ErrorEntry>;
