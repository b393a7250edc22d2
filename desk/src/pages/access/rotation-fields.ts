/** For how long the previous secret is accepted beside the new one. */
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { choice } from '../../form/field.ts';

const overlaps = [
  ['24', '24 hours'],
  ['1', 'One hour'],
  ['72', 'Three days'],
  ['168', 'Seven days'],
  ['0', 'Not at all: every earlier secret ends at once'],
] as const;

export const rotationFields = {
  overlap_hours: choice(overlaps, { label: 'The previous secret is accepted for' }),
};

/** While two secrets count, a third one is made only if both end. */
export const rotationOf = ({ id, old_secret }: { id: string; old_secret: object | null }) => ({
  ...{ params: { id }, prefix: id },
  ...(old_secret && { known: { overlap_hours: { options: overlaps.slice(-1) } } }),
});

/** A choice is an entry, and the command takes a number. */
export const rotationInput = ({ fields, param }: RotationSent) => ({
  id: param('id'),
  overlap_hours: Number(fields.overlap_hours),
});
interface RotationSent {
  fields: { overlap_hours: string };
  param(name: 'id'): string;
}

/** Steps of the change-over to a new secret. */
export const changeOver = (old: { expires_at: string } | null): Html => html`<ol>
<li>Give it to the program, in its secret store; never in code, in an e-mail or in a chat.</li>
<li>${old ? html`The previous secret is accepted until ${formatDateTime(new Date(old.expires_at))}: change every program over before that.` : 'Every earlier secret has ended: programs that use one are refused.'}</li>
<li>The list shows when each was last used. End the previous one once nothing uses it any more.</li>
</ol>`;
