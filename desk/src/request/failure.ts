/** Error pages for people: a status, in words. */
import { type ErrorCode, errors } from '@svc/contracts';
import { BadInput, CallFault, Refusal } from '@svc/kit/refusal';

export interface Failure {
  status: number;
  title: string;
  text: string;
  /** Of the error catalogue, for metrics and the log. */
  code: ErrorCode;
  /** Ten where a 503 names none. */
  retryAfterSeconds?: number;
}

export const notFound: Failure = {
  status: 404,
  code: 'not_found',
  title: 'Not found',
  text: 'This address leads nowhere: it is mistyped, or what it showed is gone.',
};

export const forbidden: Failure = {
  status: 403,
  code: 'insufficient_scope',
  title: 'Not for your role',
  text: 'Your role does not include this page. An administrator of your organisation can change it.',
};

/** To a file that the audit log says was opened by the person. */
export const followedLink: Failure = {
  status: 403,
  code: 'insufficient_scope',
  title: 'Not by a link of another site',
  text: 'Whoever opens this is recorded. Open it from the page of the job.',
};

/** A stream has no page to return to: it is not led over the sign-in. */
export const signedOut: Failure = {
  status: 401,
  code: 'missing_api_key',
  title: 'Signed out',
  text: 'Your session has ended. Sign in again.',
};

export const tooManyStreams: Failure = {
  status: 503,
  code: 'unavailable',
  title: 'Too many pages are kept current',
  text: 'Close some of the pages that update by themselves.',
};

/** A form from elsewhere, from another session or from a session that has ended. */
export const foreignForm: Failure = {
  status: 403,
  code: 'insufficient_scope',
  title: 'Nothing was sent',
  text: 'This form is not of your session, which may have ended. Open the page anew and send it again.',
};

export const away: Failure = {
  status: 503,
  code: 'unavailable',
  title: 'Not available at the moment',
  text: 'A part of the service does not answer. Try again in a minute.',
};

const broken: Failure = {
  status: 500,
  code: 'internal',
  title: 'Something broke',
  text: 'The fault is ours, and it is logged.',
};

export const badRequest = (text: string, status = 400): Failure => ({
  status,
  code: 'invalid_body',
  title: 'Not understood',
  text,
});

/** RFC 9110, 15.5.16: no coding of a form is undone. */
export const encodedForm: Failure = {
  ...badRequest('Send the form as it is, without Content-Encoding.', 415),
  code: 'unsupported_media_type',
};

/** `undefined` for an internal error, which is logged. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Refusal) return refused(error);
  if (error instanceof BadInput) return notFound;
  if (error instanceof CallFault) return error.kind === 'unavailable' ? away : broken;
  return isClientFault(error)
    ? badRequest(clientFaults[error.statusCode] ?? unread, error.statusCode)
    : undefined;
}

export const internal = broken;

function refused({ code, detail }: Refusal): Failure {
  const { status, title } = errors[code];
  return status === 404 ? { ...notFound, code } : { status, code, title, text: detail };
}

const unread = 'The request did not arrive as announced.';
const clientFaults: Readonly<Record<number, string>> = {
  413: 'The form is larger than 64 KiB, or its file than 1 MiB.',
  415: 'Forms alone are taken here.',
};

const isClientFault = (error: unknown): error is { statusCode: number } =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode >= 400 &&
  error.statusCode < 500;
