import { expect, it } from 'vitest';
import { changelogText, entriesOf, releasedText } from './changelog.ts';

it('names a change by environment, kind and place, and leaves wording out', () => {
  const at = '#/paths/~1jobs~1{id}/get/responses/200/content/application~1json/schema';
  const changes = [
    { path: '#/paths/~1events~1{id}', kind: 'added', impact: 'minor' },
    { path: `${at}/properties/ready_at`, kind: 'added', impact: 'minor' },
    { path: '#/paths/~1jobs/get/parameters/limit', kind: 'removed', impact: 'major' },
    { path: '#/components/securitySchemes/apiKey', kind: 'changed', impact: 'minor' },
    { path: '#/paths/~1jobs/get/description', kind: 'changed', impact: 'patch' },
  ];
  expect(entriesOf('live', changes)).toEqual([
    '- live: added `/events/{id}`',
    '- live: added `GET /jobs/{id}`: 200 ready_at',
    '- live: removed `GET /jobs`: parameters limit',
    '- live: changed `components securitySchemes apiKey`',
  ]);
});

const sectionsOf = (text: string) => text.split('\n## ').slice(1);

it('has one section per release, the next one first, each change once', () => {
  const first = changelogText(
    ['- live: added `/b`', '- live: added `/a`', '- live: added `/a`'],
    '',
  );
  expect(sectionsOf(first)).toEqual(['Next release\n\n- live: added `/a`\n- live: added `/b`\n']);
  const released = releasedText(first, '2026-11-25');
  expect(sectionsOf(released)).toEqual([
    'Next release\n\nNo change.\n',
    '2026-11-25\n\n- live: added `/a`\n- live: added `/b`\n',
  ]);
  expect(sectionsOf(changelogText(['- live: added `/c`'], released))).toEqual([
    'Next release\n\n- live: added `/c`\n',
    '2026-11-25\n\n- live: added `/a`\n- live: added `/b`\n',
  ]);
});

it('is the same when nothing has changed since', () => {
  const released = releasedText(changelogText(['- live: added `/a`'], ''), '2026-11-25');
  expect(changelogText([], released)).toBe(released);
});
