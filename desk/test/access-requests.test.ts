import { describe, expect, it, onTestFinished } from 'vitest';
import { exampleRequest } from './access-answers.ts';
import { deskUnderTest, tokenOf } from './desk-under-test.ts';
import { listOf } from './examples.ts';

const token = tokenOf('admin');

async function desk(env: Record<string, string> = {}) {
  const under = await deskUnderTest({ env });
  onTestFinished(() => under.app.close());
  return under;
}

describe('the request log', () => {
  it.each([
    ['', {}],
    ['?failed=true', { failed: true }],
    ['?failed=false', { failed: false }],
    ['?failed=maybe', {}],
    ['?client_id=cli_01&request_id=', { client_id: 'cli_01' }],
    ['?request_id=%20req_01%20', { request_id: 'req_01' }],
    [
      '?failed=true&client_id=key_1&starting_after=req_9',
      {
        failed: true,
        client_id: 'key_1',
        starting_after: 'req_9',
      },
    ],
  ])('with %j asks for %j', async (search, input) => {
    const { get, services } = await desk();
    expect((await get(`/requests${search}`, token)).statusCode).toBe(200);
    expect(services.callsOfPeople().map((call) => call.input)).toEqual([input]);
  });

  it.each(['client_id', 'request_id'])('has nothing for a %s that could be none', async (name) => {
    const { get, services } = await desk();
    const { body, statusCode } = await get(`/requests?${name}=no%20id!`, token);
    expect(statusCode).toBe(200);
    expect(body).toContain('No request fits.');
    expect(body).toContain('value="no id!"');
    expect(services.callsOfPeople()).toEqual([]);
  });

  it('keeps its filters from page to page', async () => {
    const { get, services } = await desk();
    services.answers.set('accounts.listRequests', () => listOf([exampleRequest], true));
    const { body } = await get('/requests?failed=true&client_id=cli_01', token);
    expect(body).toContain(
      'href="/requests?failed=true&amp;client_id=cli_01&amp;starting_after=req_01"',
    );
    expect(body).toContain('<option value="true" selected>');
  });

  it('links a code to its page where the documentation is configured', async () => {
    const link = '<a href="https://docs.example.test/errors#job_not_found">';
    const cell = '<code>job_not_found</code>';
    const { get } = await desk({ SVC_DOCS_URL: 'https://docs.example.test/' });
    expect((await get('/requests', token)).body).toContain(`404 ${link}${cell}</a>`);
    const { get: without } = await desk();
    expect((await without('/requests', token)).body).toContain(`404 ${cell}</td>`);
  });

  it('says what is stored, and for how long', async () => {
    const { get } = await desk();
    const { body } = await get('/requests', token);
    expect(body).toContain('no header, no query and no body. Kept for 7 days.');
  });
});
