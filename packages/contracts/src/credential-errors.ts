/** Refusals of operations on clients, API keys and devices. */
import { type ErrorEntry, entry } from './error-entry.ts';

export const credentialErrors = {
  client_not_found: entry(404, 'Client not found', 'No client with this id.'),
  courier_device_not_found: entry(404, 'Device not found', "No courier's device with this id."),
  api_key_not_found: entry(404, 'API key not found', 'No API key with this id.'),
  too_many_clients: entry(
    409,
    'Too many clients',
    'Your organisation has reached its limit of clients. Revoke one first. To replace a secret, rotate it instead.',
  ),
  too_many_api_keys: entry(
    409,
    'Too many API keys',
    'Your organisation has reached its limit of API keys. Revoke one first. To replace a key, rotate it instead.',
  ),
  rotation_in_progress: entry(
    409,
    'Previous secret still accepted',
    'The previous secret is still valid after an earlier rotation. Revoke it first, or rotate with `overlap_hours` 0.',
  ),
  scope_not_held: entry(
    422,
    'Scope not held',
    'A credential cannot have scopes that the token creating it lacks. Request only scopes that your token carries.',
  ),
} as const satisfies Record<string, ErrorEntry>;
