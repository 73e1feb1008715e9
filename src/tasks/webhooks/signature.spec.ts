import { describe, expect, it } from '@jest/globals';
import { newWebhookSecret, signedHeaders } from './signature.js';

describe('a signature', () => {
  it('the webhook headers match the example of the specification', () => {
    // This is the example of the specification's reference implementations.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const headers = signedHeaders([secret], id, 1_614_265_330_999, '{"test": 2432232314}');
    expect(headers).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('a payload is signed once for each secret', () => {
    const [one, other] = [newWebhookSecret(), newWebhookSecret()];
    const signature = signedHeaders([one, other], 'a', 0, '{}')['webhook-signature'] ?? '';
    expect(signature.split(' ')).toHaveLength(2);
    expect(signature).toContain(signedHeaders([other], 'a', 0, '{}')['webhook-signature']);
  });
});

it('a webhook secret consists of 32 random bytes', () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newWebhookSecret()).not.toBe(newWebhookSecret());
});
