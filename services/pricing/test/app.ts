import { accounts, type OwnProfile } from '@svc/contracts';
import { serviceTest } from '@svc/kit/testing/service-test';
import { standIn } from '@svc/kit/testing/stand-in';
import { beforeAll } from 'vitest';
import { pricingService } from '../src/service.ts';
import { toYaml } from './book.ts';

/** Of a class that no SKU of the test book has. */
const plasma: OwnProfile = {
  ...{ name: 'plasma', temperature_class: 'frozen', min_c: -40, max_c: -25.5 },
  ...{ allowed_minutes: 10, absolute_min_c: -80, absolute_max_c: -18 },
};
const warm: OwnProfile = { ...plasma, name: 'warm', temperature_class: 'ambient' };
const accountsStandIn = standIn(accounts, {
  getPolicies: async () => ({
    ...{ default_cost_centre: '', requirements: {}, sscc: null, contact: null },
    temperature_profiles: [plasma, warm],
  }),
});

const carrier = 'ten_carrier';

/** Pricing alone, with the test book. */
export function pricingTest() {
  const app = serviceTest(pricingService, { neighbours: [accountsStandIn] });
  beforeAll(() => app.as(carrier).importPriceBook({ yaml: toYaml() }));
  return app;
}
