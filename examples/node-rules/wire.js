// Between plain data and the messages of the protos, which are read when the service starts.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';
import protobuf from 'protobufjs';

const protos = process.env.GALAXYTABLES_PROTOS ?? fileURLToPath(new URL('../../protos', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const reading = { includeDirs: [protos, here], keepCase: true, longs: String, enums: String, defaults: true };
const files = ['galaxytables/rules/v1/rules.proto', 'health.proto'];
const packages = grpc.loadPackageDefinition(protoLoader.loadSync(files, reading));

export const RulesService = packages.galaxytables.rules.v1.RulesService.service;
export const Health = packages.grpc.health.v1.Health.service;

const root = new protobuf.Root();
root.resolvePath = (_, target) => (target.startsWith('google/protobuf/') ? target : `${protos}/${target}`);
root.loadSync(['galaxytables/rules/v1/game.proto', 'google/rpc/status.proto', 'google/rpc/error_details.proto'], {
  keepCase: true,
});
const Struct = protobuf.Root.fromJSON(protobuf.common.get('google/protobuf/struct.proto')).lookupType(
  'google.protobuf.Struct',
);

export const VIEW_TYPE = 'google.protobuf.Struct';
const TYPE_URL = 'type.googleapis.com/';
const DOMAIN = 'galaxytables.rules';

/** Facts by their names: numbers and lists of them as they are, words as text, all else as its field. */
export function facts(values) {
  return Object.entries(values).map(([name, value]) => {
    if (typeof value === 'number') return { name, number: value };
    if (typeof value === 'string') return { name, word: value };
    if (Array.isArray(value)) return { name, numbers: { numbers: value } };
    return { name, ...value };
  });
}

export function eventMessage({ kind, seat, facts: told, own }) {
  const event = { kind, facts: facts(told) };
  if (seat !== undefined) event.seat = seat;
  if (own) event.private_parts = [{ seat, facts: facts(own) }];
  return event;
}

export function promptMessage(prompt) {
  const options = prompt.options.map((option) => ({ ...option, facts: facts(option.facts ?? {}) }));
  return { ...prompt, options, facts: facts(prompt.facts) };
}

/** Any JSON data as `google.protobuf.Struct`, which every client can read without knowing the game. */
export function anyView(data) {
  return { type_url: TYPE_URL + VIEW_TYPE, value: Struct.encode(valueOf(data).structValue).finish() };
}

function valueOf(data) {
  if (data === null) return { nullValue: 0 };
  if (typeof data === 'number') return { numberValue: data };
  if (typeof data === 'string') return { stringValue: data };
  if (typeof data === 'boolean') return { boolValue: data };
  if (Array.isArray(data)) return { listValue: { values: data.map(valueOf) } };
  const fields = Object.entries(data).map(([name, value]) => [name, valueOf(value)]);
  return { structValue: { fields: Object.fromEntries(fields) } };
}

/** A refusal as gRPC carries it: `google.rpc.Status` with one `ErrorInfo` in the trailers. */
export function rpcError({ code, message, reason, metadata }) {
  const info = root.lookupType('google.rpc.ErrorInfo').encode({ reason, domain: DOMAIN, metadata }).finish();
  const details = [{ type_url: `${TYPE_URL}google.rpc.ErrorInfo`, value: info }];
  const trailers = new grpc.Metadata();
  const status = root.lookupType('google.rpc.Status').encode({ code, message, details }).finish();
  trailers.set('grpc-status-details-bin', Buffer.from(status));
  return { code, details: message, metadata: trailers };
}

const DIGESTS = new Set(['canonical-1', '']);

/** Whether the digest of a record can be computed here; for the options of this game both forms are the same. */
export function knowsDigest(record) {
  return DIGESTS.has(record.digest_algorithm);
}

/** The digest of a record (docs/reference/record-digest.md): protobufjs writes fields by their numbers, and both parts of an entry. */
export function recordDigest(record) {
  const Record = root.lookupType('galaxytables.rules.v1.Record');
  const byBytes = ([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other));
  const options = Object.fromEntries(Object.entries(record.options).sort(byBytes));
  const message = withoutDefaults(Record, Record.fromObject({ ...record, options }));
  return createHash('sha256').update(Record.encode(message).finish()).digest();
}

function withoutDefaults(type, message) {
  for (const field of type.fieldsArray.map((each) => each.resolve())) {
    const { name } = field;
    if (!Object.hasOwn(message, name) || field.map) continue;
    const values = field.repeated ? message[name] : [message[name]];
    if (field.resolvedType instanceof protobuf.Type) {
      for (const value of values) withoutDefaults(field.resolvedType, value);
    } else if (!field.partOf && !field.repeated && isDefault(message[name])) {
      delete message[name];
    }
  }
  return message;
}

function isDefault(value) {
  return value === 0 || value === '' || value === false || value?.length === 0 || value?.isZero?.() === true;
}
