/** How each declared rule of an action is made to say no, by operation and code. */
import { quote } from '@svc/contracts';
import { type Answer, resource } from '../../journeys/http.ts';
import { type Actor, bookJob, endsOf, uniqueEmail, uniqueKey } from '../requests.ts';
import { makeTarget } from '../targets.ts';
import { billingRules } from './billing-rules.ts';
import { custodyRules } from './custody-rules.ts';
import { operationsRules } from './operations-rules.ts';
import { partnerRules } from './partner-rules.ts';
import { type Rule, toAbsent } from './rule.ts';
import { telemetryRules } from './telemetry-rules.ts';
import { temperatureRules } from './temperature-rules.ts';
import { webhookRules } from './webhook-rules.ts';

const quoteWith =
  (body: object): Rule =>
  async (stand) =>
    (await stand.actor()).send('POST /quotes', { body: { sku: 'LAB-STD', ...body } });

const book = (actor: Actor, body: object): Promise<Answer> => {
  const key = uniqueKey();
  return actor.send('POST /jobs', { key, body: { sku: 'LAB-STD', ...endsOf(actor), ...body } });
};
const bookWith =
  (body: object): Rule =>
  async (stand) =>
    book(await stand.actor(), body);

/** A job as it stands in the database, whatever way led there. */
const inState =
  (change: string, then: (actor: Actor, id: string) => Promise<Answer>): Rule =>
  async (stand) => {
    const actor = await stand.actor();
    const { id } = await bookJob(actor);
    await stand.stage.owner.query(`update jobs.job set ${change} where id = $1`, [id]);
    return then(actor, id);
  };

const cancel = ({ send }: Actor, id: string, body: object = { reason: 'No longer needed' }) =>
  send(`POST /jobs/${id}/cancel`, { body });
const update = ({ send }: Actor, id: string, body: object = { reference: 'PO-1' }) =>
  send(`PATCH /jobs/${id}`, { body });
const stat = (actor: Actor, id: string) => update(actor, id, { priority: 'stat' });

const cancelled = `status = 'cancelled'`;
const delivered = `status = 'delivered', collected_at = created_at, delivered_at = created_at`;
const collected = `status = 'collected', collected_at = created_at`;
const priced = (member: string, value: string) =>
  `priced = jsonb_set(priced::jsonb, '{${member}}', '"${value}"')::json`;

const badHours = { receiving_hours: 'from dusk till dawn' };

export const rules: Readonly<Record<string, Rule>> = {
  ...billingRules,
  ...custodyRules,
  ...operationsRules,
  ...partnerRules,
  ...telemetryRules,
  ...temperatureRules,
  ...webhookRules,
  'createQuote unknown_sku': quoteWith({ sku: 'NO-SUCH-SKU' }),
  'createQuote invalid_priority': quoteWith({ priority: 'yesterday' }),
  'createQuote invalid_timing': quoteWith({ timing: 'full_moon' }),

  'bookJob quote_not_found': bookWith({ quote_id: 'q_absent' }),
  'bookJob quote_expired': async (stand) => {
    const actor = await stand.actor();
    const body = { sku: 'LAB-STD' };
    const { id } = resource(await actor.send('POST /quotes', { body }), 201, quote);
    stand.clock.advanceMs(15 * 60_000);
    return book(await stand.again(actor), { quote_id: id });
  },
  'bookJob unknown_site': bookWith({ dropoff_site_id: 'site_absent' }),
  'bookJob same_site': async (stand) => {
    const actor = await stand.actor();
    return book(actor, { dropoff_site_id: actor.pickup });
  },
  'bookJob unknown_sku': bookWith({ sku: 'NO-SUCH-SKU' }),
  'bookJob invalid_priority': bookWith({ priority: 'yesterday' }),
  'bookJob invalid_timing': bookWith({ timing: 'full_moon' }),
  'bookJob not_a_delivery': bookWith({ sku: 'SUP-BOX' }),

  'getJob job_not_found': toAbsent('GET /jobs/absent'),
  'trackJob tracking_not_found': toAbsent('GET /tracking/SVC-00000000'),

  'updateJob job_not_found': async (stand) => update(await stand.actor(), 'absent'),
  'updateJob already_cancelled': inState(cancelled, update),
  'updateJob already_delivered': inState(delivered, update),
  'updateJob in_custody': inState(collected, stat),
  'updateJob invalid_priority': async (stand) =>
    update(await stand.actor(), 'absent', { priority: 'critical' }),
  // Its SKU has left the price book since it was booked.
  'updateJob unknown_sku': inState(priced('sku', 'GONE'), stat),

  'cancelJob job_not_found': async (stand) => cancel(await stand.actor(), 'absent'),
  'cancelJob already_cancelled': inState(cancelled, cancel),
  'cancelJob already_delivered': inState(delivered, cancel),
  'cancelJob in_custody': inState(collected, cancel),
  'cancelJob reason_required': inState('seal = null', (actor, id) =>
    cancel(actor, id, { reason: '  ' }),
  ),

  'createSite invalid_body': async (stand) => {
    const body = { name: 'C', type: 'clinic', position: { lat: 0, lng: 0 }, ...badHours };
    return (await stand.actor()).send('POST /sites', { body });
  },
  'updateSite site_not_found': toAbsent('PATCH /sites/absent', { body: { name: 'Mine' } }),
  'updateSite invalid_body': async (stand) => {
    const { send, pickup } = await stand.actor();
    return send(`PATCH /sites/${pickup}`, { body: badHours });
  },

  'createUser email_taken': async (stand) => {
    const { send } = await stand.actor();
    const body = { email: uniqueEmail(), name: 'Front desk', role: 'viewer' };
    await send('POST /users', { body });
    return send('POST /users', { body: { ...body, email: body.email.toUpperCase() } });
  },
  'updateUser user_not_found': toAbsent('PATCH /users/absent', { body: { role: 'viewer' } }),
  'updateUser email_taken': async (stand) => {
    const actor = await stand.actor();
    const email = uniqueEmail();
    await actor.send('POST /users', { body: { email, name: 'Front desk', role: 'viewer' } });
    const other = await makeTarget('/users/{id}', actor);
    return actor.send(`PATCH /users/${other}`, { body: { email } });
  },
  'deleteUser user_not_found': toAbsent('DELETE /users/absent'),
};
