import { describe, expect, it } from 'vitest';
import { findRepeatedMember } from '../../src/directory/repeated-member.ts';

describe('a repeated member', () => {
  it.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"a":{"b":1,"b":1}}', '/a/b'],
    ['{"list":[{"x":1},{"y":[1,2,{"z":1 , "z" :2}]}]}', '/list/1/y/2/z'],
    ['{"a":1,"\\u0061":2}', '/a'],
    ['{"a/b~":1,"a/b~":2}', '/a~1b~0'],
    ['{"__proto__":1,"__proto__":2}', '/__proto__'],
    ['{"":1,"":2}', '/'],
    ['{"a":{"b":1},"b":2}', null],
    ['[{"a":1},{"a":2}]', null],
    ['{"a":"b\\":{,","b":["a","a"]}', null],
    ['{"a":"\\\\","b":"}{","c":1}', null],
    ['"a"', null],
    ['[]', null],
  ])('in %s has the pointer %s', (json, pointer) => {
    expect(findRepeatedMember(json)).toBe(pointer);
  });
});
