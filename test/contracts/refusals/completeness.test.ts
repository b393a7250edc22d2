import { errors } from '@svc/contracts';
import { routeTable } from '@svc/gateway';
import { codesOf } from '@svc/gateway/docs/refusals';
import { describe, expect, it } from 'vitest';
import { refusals } from '../endpoints/index.ts';
import { kindOf } from '../kinds.ts';
import { actionsOf, labelOf } from '../requests.ts';
import { barrierCases, casesOf, environments, missing, nameOf, untested, unused } from './cases.ts';

/** Codes by status: the error table of the API document, and what the decisions add to it. */
const promised: Readonly<Record<number, string>> = {
  400: 'idempotency_key_required invalid_body invalid_json',
  401: 'missing_api_key invalid_api_key invalid_token',
  403: 'live_key_on_sandbox insufficient_scope token_required',
  404: `not_found job_not_found quote_not_found tracking_not_found certificate_not_found
    webhook_not_found invoice_not_found`,
  405: 'method_not_allowed',
  409: `already_cancelled already_delivered in_custody invalid_transition certificate_pending
    pod_pending invoice_pending idempotency_in_progress`,
  410: 'quote_expired',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: `invalid_priority invalid_timing not_a_delivery reason_required unknown_site unknown_sku
    unknown_tenant invalid_handover_code invalid_time invalid_seal invalid_url proof_required
    unknown_event_type idempotency_key_reused`,
  429: 'rate_limited handover_locked',
  500: 'internal',
  503: 'unavailable',
};

/** Under Errors and Endpoints of the API document: the codes of an endpoint. */
const promisedAt: Readonly<Record<string, string>> = {
  createQuote: 'unknown_sku invalid_priority invalid_timing invalid_json invalid_body',
  bookJob: `quote_not_found quote_expired unknown_site unknown_sku invalid_priority
    not_a_delivery idempotency_key_required invalid_body invalid_json`,
  getJob: 'job_not_found',
  cancelJob: 'job_not_found already_cancelled already_delivered in_custody reason_required',
  trackJob: 'tracking_not_found',
  getCertificate: 'certificate_not_found certificate_pending',
  getProofOfDelivery: 'pod_pending',
  createWebhook: 'invalid_url unknown_event_type',
  getWebhook: 'webhook_not_found',
  getInvoice: 'invoice_not_found invoice_pending',
  getStatement: 'statement_not_found statement_pending',
  recordPayment: 'unknown_tenant idempotency_key_required',
  reachMilestone: `invalid_transition invalid_time proof_required invalid_handover_code
    handover_locked`,
};

const allCases = environments.flatMap(casesOf);

describe('the catalogue', () => {
  it('has every code that the API document promises, with its status', () => {
    for (const [status, codes] of Object.entries(promised)) {
      const entries = codes.split(/\s+/).map((code) => [code, { status: Number(status) }]);
      expect(errors).toMatchObject(Object.fromEntries(entries));
    }
  });

  it('has no code that no test provokes, but for those that no endpoint declares', () => {
    expect(untested(allCases)).toEqual([]);
    const declared = environments.flatMap((environment) =>
      routeTable.flatMap((route) => codesOf(route, environment)),
    );
    expect(Object.keys(unused).filter((code) => declared.some((each) => each === code))).toEqual(
      [],
    );
  });
});

describe('the endpoints', () => {
  it('declare the codes that the API document promises for them', () => {
    for (const [operation, codes] of Object.entries(promisedAt)) {
      const route = actionsOf('live').find(({ operationId }) => operationId === operation);
      if (!route) throw new Error(`${operation} is not in the route table`);
      const promisedCodes = codes.split(/\s+/);
      expect(codesOf(route, 'live'), operation).toEqual(expect.arrayContaining(promisedCodes));
    }
  });

  it.each(environments)('of a kind declare the same codes of the %s gateway', (environment) => {
    const kinds = barrierCases(environment);
    for (const route of actionsOf(environment)) {
      const ofKind = kinds.get(kindOf(route)) ?? [];
      const [first] = ofKind;
      if (!first) throw new Error(`${labelOf(route)} is of no kind`);
      const missed = ofKind
        .map(({ code }) => code)
        .filter((code) => !codesOf(route, environment).includes(code));
      expect(missed, `${labelOf(route)}, unlike ${labelOf(first.route)}`).toEqual([]);
    }
  });

  it('declare no code that no test provokes', () => {
    expect(missing(allCases)).toEqual([]);
  });

  it('declare every code that endpoints/ has an entry for', () => {
    const declared = new Set(
      environments.flatMap((environment) =>
        actionsOf(environment).flatMap((route) =>
          codesOf(route, environment).flatMap((code) => [code, nameOf(route, code)]),
        ),
      ),
    );
    expect(Object.keys(refusals).filter((name) => !declared.has(name))).toEqual([]);
  });
});
