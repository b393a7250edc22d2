/** From which range of GS1 numbers the parcels of the organisation get theirs. */
import { accounts, type SsccIssuer, type TenantPolicies, withActions } from '@svc/contracts';
import { html } from '@svc/web/html';
import { z } from 'zod';
import { choiceEntry, lineEntry } from '../entries.ts';
import { selectField, textField } from '../fields.ts';
import { form, type RenderContext } from '../route.ts';

const digits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

const ssccFields = z.object({
  company_prefix: lineEntry(10).refine((entered) => /^(\d{7,10})?$/.test(entered), {
    error: 'A GS1 company prefix has 7 to 10 digits.',
  }),
  extension_digit: choiceEntry(digits),
});

/** Without a prefix, parcels have codes of the carrier. */
const issuerOf = ({
  company_prefix,
  extension_digit,
}: z.output<typeof ssccFields>): SsccIssuer | null =>
  company_prefix === '' ? null : { company_prefix, extension_digit: Number(extension_digit) };

export const putSscc = form(accounts, 'putPolicies', {
  path: '/policies/sscc',
  access: 'admin:sites',
  home: '/policies',
  next: '/policies',
  asks: { accounts: withActions(accounts, 'getPolicies') },
  fields: ssccFields,
  input: async ({ fields }, clients) => ({
    ...(await clients.accounts.getPolicies({})),
    sscc: issuerOf(fields),
  }),
});

export const ssccForm = ({ sscc }: TenantPolicies, { forms }: RenderContext) =>
  forms.show(putSscc, {
    submit: 'Save the numbers',
    fields: (entries) => html`${textField(
      {
        name: 'company_prefix',
        label: 'GS1 company prefix',
        hint: '7 to 10 digits, as GS1 gave it to your organisation. Empty: parcels have codes of the carrier, which are no SSCC.',
        value: sscc?.company_prefix ?? '',
        maxLength: 10,
      },
      entries,
    )}
${selectField(
  {
    name: 'extension_digit',
    label: 'Extension digit',
    hint: 'First digit of the numbers: one that your own systems do not use.',
    value: String(sscc?.extension_digit ?? 0),
    options: digits.map((digit) => [digit, digit] as const),
  },
  entries,
)}`,
  });
