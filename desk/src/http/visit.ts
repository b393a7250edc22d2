/** A request as pages and forms meet it: its person, parameters, query and typed calls. */
import type { Person } from '@svc/contracts';
import { createClients } from '@svc/kit/client';
import type { CallMeta } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formView, type RefusedAttempt } from '../form/form-view.ts';
import { clearSession, sessionTokenOf } from '../request/cookies.ts';
import { isUseOfSession, ownMeta } from '../request/request-notes.ts';
import type { Visit } from '../route/route.ts';
import type { Desk } from './desk.ts';

/** Calls as the person, into its tenant. */
export const metaOf = (request: FastifyRequest, { user, tenant }: Person): CallMeta => ({
  ...ownMeta(request),
  tenant: tenant.id,
  actor: user.id,
});

/** The person of the request's cookie; a cookie without a session is cleared. */
export async function findPerson(
  { people, scopes }: Pick<Desk, 'people' | 'scopes'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Person | undefined> {
  const token = sessionTokenOf(request);
  if (token === undefined) return undefined;
  const found = await people.find(token, ownMeta(request), isUseOfSession(request));
  if (!found) clearSession(reply);
  const person = found && narrowed(found, scopes);
  request.notes.account = found;
  request.notes.person = person;
  return person;
}

export const narrowed = (person: Person, scopes: Desk['scopes']): Person =>
  scopes ? { ...person, scopes: person.scopes.filter((scope) => scopes.has(scope)) } : person;

export function visitOf(
  { config, transport, clock, guard, live, sandbox, base, docsUrl, mapGround }: Desk,
  request: FastifyRequest,
  { person, refused }: { person: Person; refused?: RefusedAttempt | undefined },
): Visit {
  const token = guard.tokenOf(person);
  return {
    person,
    now: clock.now(),
    param: (name) => param(request, name),
    query: (schema) => {
      const { success, data } = schema.safeParse(request.query);
      if (success) return data;
      throw Object.assign(new Error('the query does not fit'), { statusCode: 400 });
    },
    clients: (asks) => createClients(asks, transport, metaOf(request, person)),
    forms: formView({ token, search: queryStringOf(request), refused }),
    deskUrl: config.SVC_DESK_URL,
    docsUrl,
    mapGround,
    sandbox:
      base !== '' && sandbox
        ? { ...sandbox, session: sandbox.sessionOf(person.tenant.id) }
        : undefined,
    liveLast: live.lastOf(person.tenant.id),
  };
}

export function param({ params }: FastifyRequest, name: string): string {
  if (typeof params !== 'object' || params === null) return '';
  return String(new Map(Object.entries(params)).get(name) ?? '');
}

/** With its `?`; empty without one. */
export const queryStringOf = ({ url }: FastifyRequest): string =>
  url.includes('?') ? url.slice(url.indexOf('?')) : '';
