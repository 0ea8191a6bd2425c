// The program's own server with a real browser: pages work under its rules, and nothing else comes out of it.
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {symlink, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {kSite, openStudio} from './browser.mjs';
import {raw, renderResult, servePeal} from './result.mjs';

let result, server, studio;
before(async () => {
  result = await renderResult();
  await writeFile(path.join(result.top, 'secret.txt'), 'secret');
  await symlink(path.join(result.top, 'secret.txt'), path.join(result.folder, 'link.wav'));
  server = await servePeal(['view', result.folder]);
  studio = await openStudio({url: server.url});
});
after(async () => {
  await studio?.close();
  await server?.close();
  await result?.remove();
});

test('every page of the site works under the content security policy', async () => {
  for (const name of ['index', 'wineglass', 'brake', 'door', 'strike', 'scrape', 'view'].filter((one) =>
    existsSync(path.join(kSite, one + '.html')),
  )) {
    const page = await studio.page(name + '.html');
    await page.waitForFunction(() => window.peal?.page);
    await page.waitForTimeout(300);
    await page.close();
  }
  assert.deepEqual(studio.errors, []);
  assert.deepEqual(studio.outside, []);
});

test(
  'the engine starts under the policy: worklet and wasm',
  {skip: !existsSync(path.join(kSite, 'engine/peal.wasm'))},
  async () => {
    const page = await studio.page('wineglass.html');
    await page.waitForFunction(() => window.peal?.page);
    assert.equal(
      await page.evaluate(() =>
        window.peal.audio.start().then(
          () => 'runs',
          (error) => error.message,
        ),
      ),
      'runs',
    );
    await page.close();
    assert.deepEqual(studio.errors, []);
  },
);

test('pages cannot reach other sites, nor run what was smuggled in', async () => {
  const page = await studio.page('view.html');
  await page.waitForFunction(() => window.peal?.page);
  const kept = [...studio.errors];
  const tried = await page.evaluate(async () => {
    const blocked = [];
    document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective));
    const fetched = await fetch('http://example.com/').then(
      () => 'fetched',
      () => 'refused',
    );
    const script = document.createElement('script');
    script.textContent = 'window.smuggled = true';
    document.body.append(script);
    const image = new Image();
    image.src = 'http://example.com/x.png';
    await new Promise((done) => {
      setTimeout(done, 300);
    });
    return {fetched, smuggled: window.smuggled === true, blocked};
  });
  await page.close();
  studio.errors.splice(0, studio.errors.length, ...kept); // the browser says so in the console too
  studio.outside.length = 0;
  assert.equal(tried.fetched, 'refused');
  assert.equal(tried.smuggled, false);
  assert.ok(tried.blocked.includes('connect-src') && tried.blocked.includes('img-src'), String(tried.blocked));
});

test('a browser reads parts of sounds, and pages of a result are bytes', async () => {
  const part = await fetch(`${server.url}/result/main.wav`, {headers: {range: 'bytes=0-3'}});
  assert.equal(part.status, 206);
  assert.equal(await part.text(), 'RIFF');
  assert.match(part.headers.get('content-range'), /^bytes 0-3\/\d+$/);
  await writeFile(path.join(result.folder, 'page.html'), '<script>1</script>');
  assert.equal((await fetch(`${server.url}/result/page.html`)).headers.get('content-type'), 'application/octet-stream');
});

test('attacks through the socket are refused', async () => {
  const request = (target, host = 'localhost') =>
    raw(server.port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  for (const target of [
    '/../secret.txt',
    '/result/../../secret.txt',
    '/result/%2e%2e/secret.txt',
    '/result/..%2fsecret.txt',
    '/result/..\\secret.txt',
    '/result/link.wav',
    '//etc/passwd',
    '/%2fetc/passwd',
    '/result/main.wav%00',
    '/result/',
  ]) {
    const answer = await request(target);
    assert.match(answer, /^HTTP\/1\.1 40[04] /, target);
    assert.doesNotMatch(answer, /secret|root:/, target);
  }
  assert.match(await request('/', 'evil.example'), /^HTTP\/1\.1 421 /);
  assert.match(
    await raw(server.port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc'),
    /^HTTP\/1\.1 40[05] /,
  );
  assert.match(
    await raw(server.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ' + 'x'.repeat(100000) + '\r\n\r\n'),
    /^HTTP\/1\.1 431 /,
  );
  assert.match(await request('/'), /^HTTP\/1\.1 200 /, 'still alive');
});

test('Ctrl-C ends the server at once, as it ends the other commands', async () => {
  const other = await servePeal(['studio']);
  assert.match(other.address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
  const began = Date.now();
  assert.equal(await other.close(), 130);
  assert.ok(Date.now() - began < 1500);
});
