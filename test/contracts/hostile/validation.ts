/** Validation of a request's content in process, by the functions that the gateway and the kit call. */
import { isRaw } from '@svc/gateway/endpoint/bodies';
import { bodyReader } from '@svc/gateway/endpoint/body';
import { readQuery } from '@svc/gateway/http/query';
import { problemOf } from '@svc/gateway/http/reply';
import type { Problem } from '@svc/gateway/problem/problem';
import { readInput } from '@svc/kit/json-issues';
import type { ActionRoute } from '../requests.ts';

interface Content {
  /** Bytes of the body. */
  raw?: string | Uint8Array;
  /** Query string of the URL, after the question mark. */
  query?: string;
  /** Path parameters, decoded; by default ids that are well formed. */
  ids?: Readonly<Record<string, string>>;
}

/** Problem in the response to this content; undefined if the contract accepts it. */
export function refusalOf(
  route: ActionRoute,
  { raw = '', query = '', ids = idsOf(route) }: Content,
): Problem | undefined {
  const read = readQuery(`/?${query}`, route.query);
  if ('problem' in read) return read.problem;
  const hasFieldsInQuery = route.method === 'GET' || route.body === 'image';
  const sent = hasFieldsInQuery ? read : readerOf(route)(Buffer.from(raw));
  if ('problem' in sent) return sent.problem;
  const input = readInput(route.contract, { ...addedByGateway(route), ...sent.value, ...ids });
  return 'reply' in input ? problemOf(input.reply, route, { hasBody: raw !== '' }) : undefined;
}

/** Ignored where an action does not have them. */
const addedByGateway = ({ body }: ActionRoute) =>
  isRaw(body)
    ? { client_id: 'key_1', body: '' }
    : { courier_id: 'drv_1', storage_key: 'uploads/1', media_type: 'image/png' };

const idsOf = ({ pathNames }: ActionRoute) =>
  Object.fromEntries(pathNames.map((name) => [name, 'absent']));

const readers = new WeakMap<ActionRoute, ReturnType<typeof bodyReader>>();

/** One of each route, as in the gateway: the walk over its schema is prepared once. */
function readerOf(route: ActionRoute) {
  const reader = readers.get(route) ?? bodyReader(route);
  readers.set(route, reader);
  return reader;
}
