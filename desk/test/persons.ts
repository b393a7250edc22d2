/** A person of each role, as accounts knows them. */
import { carrierRoles, type Person, roleScopes, userRoles } from '@svc/contracts';

export type Role = Person['user']['role'];
export const everyRole: readonly Role[] = userRoles;

const ofCarrier: ReadonlySet<string> = new Set(carrierRoles);

export function personOf(role: Role, session = `ses_${role}`): Person {
  const carrier = ofCarrier.has(role);
  const tenant = carrier
    ? { id: 'ten_carrier', name: 'Carrier', carrier }
    : { id: 'ten_demo', name: 'Demo Clinics', carrier };
  return {
    user: {
      id: `usr_${role}`,
      name: `Person ${role}`,
      email: `${role}@demo.example`,
      role,
    },
    tenant,
    scopes: [...roleScopes[role]],
    session: {
      id: session,
      browser: 'Chrome on Linux',
      created_at: '2026-11-02T07:00:00.000Z',
      last_seen_at: '2026-11-02T07:59:00.000Z',
      expires_at: '2026-11-02T19:00:00.000Z',
    },
  };
}
