/** A form of the table as a handler: origin, session, token, scope, fields, command, next page. */
import { randomUUID } from 'node:crypto';
import type { ErrorCode, Person } from '@svc/contracts';
import { canonicalPath, identityOf } from '@svc/kit/idempotency';
import type { CallMeta, Reply } from '@svc/kit/transport';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { filled, routerPath } from '../address/path.ts';
import { type Entered, keyField, type RefusedAttempt, tokenField } from '../form/form-view.ts';
import { badRequest, forbidden, foreignForm } from '../request/failure.ts';
import { mayOpen } from '../route/access.ts';
import type { DeskForm, DeskPage } from '../route/route.ts';
import type { Desk } from './desk.ts';
import { type RefusedForm, readForm, refusedOf } from './form-attempt.ts';
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
  const path = filled(form.entriesOf, visitor.param);
  const showAttempt = (refused: Omit<RefusedAttempt, 'path'>) =>
    sendView(desk, { request, reply }, { person, page: home, refused: { path, ...refused } });
  const showHome = ({ status, ...refused }: RefusedForm) => {
    reply.code(status);
    return showAttempt({ entered, ...refused });
  };
  const read = await readForm(form, { entered, key }, visitor);
  if ('refused' in read) return showHome(read.refused);
  const { inputs, next } = read.request;
  const answers: Reply[] = [];
  for (const input of inputs) {
    const meta = commandMeta(form, request, { person, key, input });
    answers.push(await desk.transport.call(form.service, form.action, input, meta));
  }
  const outputs = answers.flatMap((answer) => ('ok' in answer ? [answer.ok] : []));
  const show = () => next(outputs, visitOf(desk, request, { person }));
  const failed = answers.find((answer) => !('ok' in answer));
  if (failed && !('ok' in failed)) {
    request.notes.code = codeOf(failed);
    return showHome(refusedOf(answers, { form, key, entered, show }));
  }
  // An accounts form may have ended sessions, or changed roles.
  if (form.service === 'accounts') desk.people.invalidate(person.tenant.id);
  const target = show();
  if (typeof target !== 'string') {
    if ('kept' in target) {
      return showAttempt({ entered: { ...entered, ...target.kept }, faults: new Map(), key });
    }
    return sendAnswer(desk, { request, reply }, { person, view: target, current: home.path });
  }
  return reply.redirect(
    desk.base + withQuery(target, { home: filled(home.path, visitor.param), request }),
    303,
  );
}

/** Its home is shown as it was, changed by what the form says of it: an empty value takes one away. */
function withQuery(target: string, { home, request }: { home: string; request: FastifyRequest }) {
  const [path, own] = target.split('?');
  if (path !== home) return target;
  const search = new URLSearchParams(queryStringOf(request));
  for (const [name, value] of new URLSearchParams(own)) {
    if (value === '') search.delete(name);
    else search.set(name, value);
  }
  return home + (search.size === 0 ? '' : `?${search}`);
}

/** The request's identity is the API's: the same form sent twice does its command once. */
function commandMeta(
  { path: pattern, entriesOf, each }: DeskForm,
  request: FastifyRequest,
  { person, key, input }: { person: Person; key: string; input: unknown },
): CallMeta {
  const caller = person.user.id;
  const path = canonicalPath(routerPath(pattern), (name) => param(request, name));
  return {
    ...metaOf(request, person),
    ...identityOf({
      ...{ caller, method: 'POST', path, body: input },
      key: each ? `${key}.${Object(input).id}` : entriesOf === pattern ? key : randomUUID(),
    }),
  };
}

const codeOf = (answer: Exclude<Reply, { ok: unknown }>): ErrorCode => {
  if ('refused' in answer) return answer.refused.code;
  if ('invalid' in answer) return 'invalid_body';
  return answer.fault;
};
