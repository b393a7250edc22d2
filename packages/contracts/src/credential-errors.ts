/** Refusals of what is done with clients, API keys and devices. */
import { type ErrorEntry, entry } from './error-entry.ts';

export const credentialErrors = {
  client_not_found: entry(404, 'Client not found', 'No client with this id.'),
  courier_device_not_found: entry(404, 'Device not found', "No courier's device with this id."),
  api_key_not_found: entry(404, 'API key not found', 'No API key with this id.'),
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
