/** A form of the table as a handler: origin, session, token, scope, fields, command, next page. */
import type { ErrorCode, Person } from '@svc/contracts';
import { canonicalPath, identityOf } from '@svc/kit/idempotency';
import type { CallMeta, Reply } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { filled, routerPath } from '../address/path.ts';
import { type Entered, keyField, tokenField } from '../form/form-view.ts';
import { badRequest, forbidden, foreignForm } from '../request/failure.ts';
import { mayOpen } from '../route/access.ts';
import type { DeskForm, DeskPage } from '../route/route.ts';
import type { Desk } from './desk.ts';
import { type RefusedForm, readForm, refusedBy } from './form-attempt.ts';
import { sendAnswer, sendFailure, sendView } from './send.ts';
import { findPerson, metaOf, param, queryStringOf, visitOf } from './visit.ts';

export function formHandler(desk: Desk, form: DeskForm): RouteHandlerMethod {
  const home = desk.table.find((each) => each.kind === 'page' && each.path === form.home);
  if (home?.kind !== 'page') throw new Error(`${form.path}: no page has the path ${form.home}`);
  return async (request, reply) => {
    if (!desk.guard.isOwnOrigin(request.headers)) {
      return sendFailure(desk, { request, reply }, foreignForm);
    }
    const person = await findPerson(desk, request, reply);
    const entered = entries.parse(request.body ?? {});
    if (!person || !desk.guard.isOwnToken(entered[tokenField], person)) {
      return sendFailure(desk, { request, reply }, foreignForm);
    }
    if (!mayOpen(form.access, person)) return sendFailure(desk, { request, reply }, forbidden);
    const key = idempotencyKey.safeParse(entered[keyField]);
    if (!key.success) return sendFailure(desk, { request, reply }, keyless);
    return sendCommand(
      { desk, form, home },
      { request, reply },
      { person, entered, key: key.data },
    );
  };
}

const entries = z.record(z.string(), z.unknown());
const idempotencyKey = z.string().regex(/^[\w-]{16,64}$/);
const keyless = badRequest('The form lacks its number. Open the page anew and send it again.');

interface Parts {
  desk: Desk;
  form: DeskForm;
  home: DeskPage;
}
interface Submission {
  person: Person;
  entered: Entered;
  key: string;
}

async function sendCommand(
  { desk, form, home }: Parts,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { person, entered, key }: Submission,
): Promise<FastifyReply> {
  const visitor = visitOf(desk, request, { person });
  const path = filled(form.path, visitor.param);
  const showHome = (refused: RefusedForm) =>
    sendView(
      desk,
      { request, reply: reply.code(refused.status) },
      { person, page: home, refused: { path, entered, ...refused } },
    );
  const read = await readForm(form, { entered, key }, visitor);
  if ('refused' in read) return showHome(read.refused);
  const { input, next } = read.request;
  const meta = commandMeta(form, request, { person, key, input });
  const answer = await desk.transport.call(form.service, form.action, input, meta);
  if (!('ok' in answer)) {
    request.notes.code = codeOf(answer);
    return showHome(refusedBy(answer, { form, key }));
  }
  // An accounts form may have ended sessions, or changed roles.
  if (form.service === 'accounts') desk.people.invalidate(person.tenant.id);
  const target = next(answer.ok, visitOf(desk, request, { person }));
  if (typeof target !== 'string') {
    return sendAnswer(desk, { request, reply }, { person, view: target, current: home.path });
  }
  const isHome = target === filled(home.path, visitor.param);
  return reply.redirect(desk.base + (isHome ? target + queryStringOf(request) : target), 303);
}

/** The request's identity is the API's: the same form sent twice does its command once. */
function commandMeta(
  { path: pattern }: DeskForm,
  request: FastifyRequest,
  { person, key, input }: { person: Person; key: string; input: unknown },
): CallMeta {
  const caller = person.user.id;
  const path = canonicalPath(routerPath(pattern), (name) => param(request, name));
  return {
    ...metaOf(request, person),
    ...identityOf({ caller, method: 'POST', path, key, body: input }),
  };
}

const codeOf = (answer: Exclude<Reply, { ok: unknown }>): ErrorCode => {
  if ('refused' in answer) return answer.refused.code;
  if ('invalid' in answer) return 'invalid_body';
  return answer.fault;
};
