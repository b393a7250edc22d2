/** The page of a job: custody with its verification, temperatures, proofs and notes. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerJob, jobIn } from './desk-answers.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { exampleBundle } from './job-page-answers.ts';

const token = tokenOf('dispatcher');
const path = '/desk/jobs/job_01';

async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  return under;
}

describe('the chain of custody', () => {
  it('is a table of its events, verified by the page, with what each check proves', async () => {
    const { get } = await desk();
    const { body } = await get(path, token);
    for (const { seq, hash } of exampleBundle.custody.events) {
      expect(body).toContain(`<th scope="row">${seq}</th>`);
      expect(body).toContain(`<code>${hash.slice(7, 19)}</code>`);
    }
    expect(body).not.toContain(exampleBundle.custody.chain_hash);
    expect(body).toContain('The driver</td>');
    expect(body).toMatch(/<th scope="row">Signature<\/th><td>Holds<\/td>/);
    expect(body).toContain('No event was edited, added, removed or moved');
  });

  it('that was altered is marked, with what does not fit', async () => {
    const { get, services } = await desk();
    const [first, ...others] = exampleBundle.custody.events;
    if (!first) throw new Error('the example has events');
    const custody = { ...exampleBundle.custody, events: [{ ...first, by: 'desk:x' }, ...others] };
    services.answers.set('custody.bundleForDesk', () => ({
      ok: { ...exampleBundle, custody, next: null, texts_from: 0 },
    }));
    const { body } = await get(path, token);
    expect(body).toContain('<strong class="mark">The chain does not hold.');
    expect(body).toMatch(/<th scope="row">Chain<\/th><td><strong class="mark">Does not hold/);
    expect(body).toMatch(/<li><strong class="mark">Event 1/);
  });

  it('shows the rest of the page where custody, tracking and the log are away', async () => {
    const { get, services } = await desk();
    for (const name of ['custody.bundleForDesk', 'tracking.temperatureForDesk', 'log.policy']) {
      services.answers.set(name, () => ({ fault: 'unavailable', detail: 'away' }));
    }
    const { body, statusCode } = await get(path, token);
    expect(statusCode).toBe(200);
    expect(body.match(/Not available at the moment/g)).toHaveLength(2);
    expect(body).toContain('1 Main Road, Johannesburg');
  });
});

describe('the temperatures', () => {
  it('are figures, a chart with its range, and the same as tables', async () => {
    const { get } = await desk();
    const { body } = await get(path, token);
    for (const text of [
      '<strong class="mark">Out of range</strong>',
      '98 %',
      'role="img" aria-label="Temperatures from 4 to 9.1 °C, to be kept between 2 and 8 °C',
      '<caption>Times of five minutes or more out of range</caption>',
      '<caption>Times of more than 15 minutes without a reading</caption>',
      '<td>TR-0042</td><td>9.1 °C</td>\n<td><strong class="mark">No</strong></td>',
    ]) {
      expect(body).toContain(text);
    }
  });

  it('begin with the collection', async () => {
    const { get, services } = await desk();
    services.answers.set('tracking.temperatureForDesk', () => ({ ok: null }));
    expect((await get(path, token)).body).toContain('Readings begin with the collection.');
  });
});

describe('the proofs', () => {
  const links = (body: string) =>
    [...body.matchAll(/href="\/desk\/jobs\/job_01\/([\w-]+)" download/g)].map(([, name]) => name);

  it('of a delivered job can be saved', async () => {
    const { get, services } = await desk();
    answerJob(services, jobIn('delivered'));
    const { body } = await get(path, token);
    expect(links(body)).toEqual(['bundle', 'certificate', 'proof', 'signature', 'photo']);
  });

  it('of one that is under way are those that there are', async () => {
    const { get } = await desk();
    expect(links((await get(path, token)).body)).toEqual(['bundle', 'certificate']);
  });

  it('are asked for by a command, which is recorded', async () => {
    const { get, services } = await desk();
    const answer = await get(`${path}/proof`, token);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(services.callsOfPeople()).toMatchObject([
      { action: 'openProofForDesk', input: { id: 'job_01', part: 'document' } },
    ]);
  });

  it('has no certificate before it is issued', async () => {
    const { get, services } = await desk();
    services.answers.set('custody.bundleForDesk', () => ({
      ok: { ...exampleBundle, certificate_jws: null, next: null, texts_from: 0 },
    }));
    const { statusCode, body } = await get(`${path}/certificate`, token);
    expect(statusCode).toBe(409);
    expect(body).toContain('No certificate is issued yet.');
  });
});

describe('the notes', () => {
  it('stand with who wrote them and when', async () => {
    const { get } = await desk();
    const { body } = await get(path, token);
    expect(body).toContain('<td>Lerato M</td><td>The laboratory closes at four.</td>');
  });

  it('are written under the name of the person', async () => {
    const { get, post, services } = await desk();
    const hidden = hiddenFields((await get(path, token)).body, `${path}/notes`);
    const answer = await post(`${path}/notes`, token, { ...hidden, text: 'Called.\r\nNobody.' });
    expect(answer.headers.location).toBe(path);
    const sent = services.callsOfPeople().find(({ action }) => action === 'addNote');
    expect(sent?.input).toEqual({
      ...{ id: 'job_01', text: 'Called.\nNobody.', by: expect.any(String) },
    });
  });

  it('are refused when empty or too long, with the text kept', async () => {
    const { get, post } = await desk();
    const hidden = hiddenFields((await get(path, token)).body, `${path}/notes`);
    const empty = await post(`${path}/notes`, token, { ...hidden, text: '  ' });
    expect(empty.body).toContain('Write what the others must know.');
    const long = await post(`${path}/notes`, token, { ...hidden, text: 'x'.repeat(1_001) });
    expect(long.body).toContain('At most 1000 characters.');
    expect(long.body).toContain('x'.repeat(1_001));
  });
});
