/** From which range of GS1 numbers the parcels of the organisation get theirs. */
import {
  accounts,
  type SsccIssuer,
  ssccIssuer,
  type TenantPolicies,
  withActions,
} from '@svc/contracts';
import type { Html } from '@svc/web/html';
import { choice, line } from '../../form/field.ts';
import { form, type RenderContext } from '../../route/route.ts';

const digits = Array.from({ length: 10 }, (_, digit) => [String(digit), String(digit)] as const);

interface SsccEntries {
  company_prefix: string;
  extension_digit: string;
}
/** Without a prefix, parcels have codes of the carrier. */
const issuerOf = ({ company_prefix, extension_digit }: SsccEntries): SsccIssuer | null =>
  company_prefix === '' ? null : { company_prefix, extension_digit: Number(extension_digit) };

export const putSscc = form(accounts, 'putPolicies', {
  path: '/policies/sscc',
  access: 'admin:sites',
  home: '/policies',
  asks: { accounts: withActions(accounts, 'getPolicies') },
  fields: {
    company_prefix: line(ssccIssuer.shape.company_prefix, {
      ...{ label: 'GS1 company prefix', max: 10 },
      hint: '7 to 10 digits, as GS1 gave it to your organisation. Empty: parcels have codes of the carrier, which are no SSCC.',
      error: 'A GS1 company prefix has 7 to 10 digits.',
    }),
    extension_digit: choice(digits, {
      label: 'Extension digit',
      hint: 'First digit of the numbers: one that your own systems do not use.',
    }),
  },
  input: async ({ fields }, clients) => ({
    ...(await clients.accounts.getPolicies({})),
    sscc: issuerOf(fields),
  }),
});

export const ssccForm = ({ sscc }: TenantPolicies, { forms }: RenderContext): Html =>
  forms.show(putSscc, { submit: 'Save the numbers', values: { ...sscc } });
