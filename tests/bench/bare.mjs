/**
 * What the product is measured against: `node:http` and `pg`, nothing else. No session, no permission, no scope, no validation, no
 * audit. It runs statements that the bench gives it, the same text as the product's, and sends PostgreSQL's JSON on.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import pg from 'pg';

const { queries } = JSON.parse(readFileSync(process.env.BARE_QUERIES, 'utf8'));
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const head = { 'content-type': 'application/json; charset=utf-8' };

const bodyOf = (request) =>
  new Promise((resolve) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString() || '{}')));
  });

const answer = (response, text) => {
  response.writeHead(200, { ...head, 'content-length': Buffer.byteLength(text) });
  response.end(text);
};

http
  .createServer(async (request, response) => {
    const [, name, index] = request.url.split('/');
    if (name === 'health') return answer(response, '{}');
    const list = queries[name];
    const query = list[Number(index ?? 0) % list.length];
    const body = request.method === 'POST' ? await bodyOf(request) : undefined;
    const values = !body
      ? query.values
      : query.fixed
        ? query.fixed.map((value) => (value === query.hole ? body.id : value))
        : Object.values(body);
    const { rows } = await pool.query({
      name: `${name}${list.length > 1 && query.own ? index : ''}`,
      text: query.text,
      values,
    });
    const row = rows[0] ?? {};
    answer(
      response,
      'total' in row ? `{"list":${row.list},"total":${row.total}}` : (Object.values(row)[0]?.toString() ?? 'null'),
    );
  })
  .listen(Number(process.env.PORT), '127.0.0.1');
