/** Audit log of the desk on the real stack: every command of the desk. */
import { serviceContracts } from '@svc/contracts';
import { deskTable } from '@svc/desk/pages/index';
import { until } from '@svc/devnet';
import { describe, expect, it, test } from 'vitest';
import { auditCases } from './audit-cases.ts';
import { type AuditScene, callsOn, setScene } from './audit-scene.ts';
import { deskOf, newCrew } from './desk.ts';
import { newTenant, type Tenant } from './tenants.ts';
import { shared } from './worker-stages.ts';

let scene: AuditScene;
shared.beforeAll(async ({ live: stage }) => {
  const customer = await newTenant(stage);
  const carrier = await newTenant(stage, { scopes: ['ops:dispatch', 'audit:read'] });
  scene = { stage, customer, carrier, crew: await newCrew(deskOf(stage, carrier.id)) };
  setScene(scene);
});

const callsAs = (tenant: string, actor: string) => callsOn(scene, tenant, actor);
const commandsOfServices: ReadonlySet<string> = new Set(
  serviceContracts.flatMap(({ name, actions }) =>
    Object.entries(actions)
      .filter(([, { kind }]) => kind === 'command')
      .map(([action]) => `${name}.${action}`),
  ),
);

test('there is a case for every command of the desk', () => {
  const commands = deskTable
    .flatMap(({ calls }) => calls)
    .filter((call) => commandsOfServices.has(call));
  expect(Object.keys(auditCases).toSorted()).toEqual([...new Set(commands)].toSorted());
});

describe('a person who sends a form leaves a record', () => {
  it.each(Object.entries(auditCases))(
    '%s is recorded with its person, action and tenant',
    async (action, { atDesk, ofCarrier, sends, given, act, shows = {} }) => {
      const { carrier, customer } = scene;
      const owner = ofCarrier ? carrier : customer;
      const own = atDesk ? carrier : owner;
      const made = await given?.(callsAs(owner.id, 'program'));
      const actor = `usr_${crypto.randomUUID()}`;
      await act(callsAs(own.id, actor), made?.id ?? '');
      const listed = (tenant: Tenant) =>
        callsAs(tenant.id, 'test').accounts.listChanges({ person_id: actor });
      await until(async () => (await listed(own)).data.length === (sends ? 2 : 1), {
        timeoutMs: 30_000,
        what: `${action} in the log`,
      });
      const { data } = await listed(owner);
      const expected = { person_id: actor, action, tenant_id: owner.id, ...shows };
      expect(data.filter((change) => change.action !== sends)).toMatchObject([expected]);
      const everything = JSON.stringify(data);
      expect(everything).not.toMatch(/Naledi|Ann|On the way|Roadworks|secret":"|@example/);
      if (!atDesk && !ofCarrier) expect((await listed(carrier)).data).toEqual([]);
    },
  );
});
