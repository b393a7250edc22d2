/** Refusals of the limits in plain words: which limit it was, and what to do when. */
import type { LimitState } from '@svc/kit/limits/budget';
import type { Failure } from '../request/failure.ts';

export const overload: Failure = {
  status: 503,
  code: 'unavailable',
  title: 'Too much at once',
  text: 'More requests are being answered than this server takes. Wait ten seconds, then try again.',
};

export const embedded: Failure = {
  status: 403,
  code: 'insufficient_scope',
  title: 'Not inside another site',
  text: 'Other sites cannot show this. Open the address in a window of its own.',
};

const tooMany =
  (what: string, next: string) =>
  (state: LimitState): Failure => ({
    status: 429,
    code: 'rate_limited',
    title: 'Too many requests',
    text: `More than ${state.limit} ${what} within a minute. Wait ${secondsText(state)}, then ${next}.`,
    retryAfterSeconds: state.resetSeconds,
  });

const secondsText = ({ resetSeconds }: LimitState): string =>
  resetSeconds === 1 ? 'a second' : `${resetSeconds} seconds`;

const unlessAdmitted =
  (refusal: (state: LimitState) => Failure) =>
  (state: LimitState): Failure | undefined =>
    state.admitted ? undefined : refusal(state);

export const manyOfPerson = unlessAdmitted(
  tooMany('requests came from your sessions', 'load the page again'),
);
export const manyOfAddress = unlessAdmitted(
  tooMany('requests without a session came from your network', 'load the page again'),
);
export const manyLookUps = tooMany(
  'requests with sessions that do not exist came from your network',
  'load the page again: your own session goes on',
);
export const manyFailedSignIns = tooMany(
  'sign-ins from your network failed',
  'sign in again. Those who are signed in are not concerned',
);

/** Of a form: it was not read, so its entries are in the browser alone. */
export const notSent = (failure: Failure): Failure => ({
  ...failure,
  text: `Nothing was sent. ${failure.text} Your browser keeps what you entered: go back, and send the form again.`,
});
