import { accounts } from '@svc/contracts';
import type { CallMeta, Reply } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Gateway } from '../endpoint/route.ts';
import { problem, unavailable } from '../problem/problem.ts';
import { type OAuthError, readTokenRequest } from './request.ts';

export function tokenHandler({ transport, sendProblem }: Gateway): RouteHandlerMethod {
  const answer = (request: FastifyRequest, reply: FastifyReply, given: Reply) => {
    if ('fault' in given) {
      const what = given.fault === 'unavailable' ? unavailable() : problem('internal');
      return sendProblem(request, reply, what);
    }
    const outcome = outcomeOf(given);
    if ('error' in outcome) return sendError(reply, outcome);
    return send(reply, { ...outcome, token_type: 'Bearer' });
  };
  return async (request, reply) => {
    const parsed = readTokenRequest({
      contentType: request.headers['content-type'],
      authorization: request.headers.authorization,
      body: Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '',
    });
    if ('error' in parsed) {
      sendError(reply, parsed);
      return reply;
    }
    const meta: CallMeta = { tenant: '', actor: 'gateway', requestId: request.id };
    const action = 'client_assertion' in parsed ? 'issueDeviceToken' : 'issueToken';
    answer(request, reply, await transport.call('accounts', action, parsed, meta));
    return reply;
  };
}

type Granted = { access_token: string; expires_in: number; scope: string };

const descriptions = {
  invalid_client: 'The client is unknown, or its secret or assertion is wrong.',
  invalid_scope: 'The client does not hold every scope that was asked for.',
} as const;

function outcomeOf(reply: Exclude<Reply, { fault: unknown }>): Granted | OAuthError {
  if ('ok' in reply) {
    const output = accounts.actions.issueToken.output.parse(reply.ok);
    if (!('error' in output)) return output;
    return { error: output.error, error_description: descriptions[output.error] };
  }
  // Longer than any real id, secret or scope list.
  const aboutScope = 'invalid' in reply && reply.invalid.some(({ path }) => path[0] === 'scope');
  const error = aboutScope ? 'invalid_scope' : 'invalid_client';
  return { error, error_description: descriptions[error] };
}

/** RFC 6749 section 5.2; a 401 names the scheme that clients of either kind support. */
function sendError(reply: FastifyReply, error: OAuthError): void {
  const unauthorised = error.error === 'invalid_client';
  if (unauthorised) reply.header('www-authenticate', 'Basic realm="svc-api", charset="UTF-8"');
  send(reply.code(unauthorised ? 401 : 400), error);
}

export function send(reply: FastifyReply, document: object): void {
  reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    })
    .send(JSON.stringify(document));
}
