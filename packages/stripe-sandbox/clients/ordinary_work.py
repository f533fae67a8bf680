"""What Debian's python3-stripe does all day, against the server at STRIPE_URL with the key in STRIPE_SECRET_KEY."""

import http.server
import os
import queue
import threading
import unittest
import urllib.parse
import urllib.request

import stripe

URL = os.environ["STRIPE_URL"]
stripe.api_base = URL
stripe.api_key = os.environ["STRIPE_SECRET_KEY"]
# The package's own documentation: a version other than the account's is named here.
stripe.api_version = "2026-10-28.endive"
stripe.enable_telemetry = False

AUTOMATIC = {"enabled": True, "allow_redirects": "never"}


def payer(card="pm_card_visa"):
    customer = stripe.Customer.create(email="ada@example.com")
    method = stripe.PaymentMethod.attach(card, customer=customer.id)
    stripe.Customer.modify(customer.id, invoice_settings={"default_payment_method": method.id})
    return customer, method


def monthly(amount):
    product = stripe.Product.create(name=f"Plan at {amount}")
    return stripe.Price.create(
        product=product.id, currency="usd", unit_amount=amount, recurring={"interval": "month"}
    )


class OrdinaryWork(unittest.TestCase):
    def test_customers(self):
        customer = stripe.Customer.create(name="Ada", metadata={"plan": "pro"})
        self.assertEqual(stripe.Customer.retrieve(customer.id).metadata.plan, "pro")
        customer.name = "Grace"
        customer.save()
        self.assertEqual(stripe.Customer.retrieve(customer.id).name, "Grace")
        self.assertTrue(customer.delete().deleted)

    def test_pages(self):
        made = [stripe.Product.create(name=f"Product {number}").id for number in range(7)]
        seen = [product.id for product in stripe.Product.list(limit=3).auto_paging_iter()]
        self.assertEqual(seen, list(reversed(made)))

    def test_payment_intents(self):
        customer, method = payer()
        intent = stripe.PaymentIntent.create(
            amount=1999, currency="usd", customer=customer.id, automatic_payment_methods=AUTOMATIC
        )
        self.assertEqual(intent.status, "requires_payment_method")
        stripe.PaymentIntent.modify(intent.id, description="Order 7")
        paid = stripe.PaymentIntent.confirm(intent.id, payment_method=method.id, expand=["latest_charge"])
        self.assertEqual((paid.status, paid.amount_received), ("succeeded", 1999))
        self.assertEqual(paid.latest_charge.description, "Order 7")

    def test_setup_intents(self):
        customer = stripe.Customer.create()
        setup = stripe.SetupIntent.create(
            customer=customer.id,
            payment_method="pm_card_visa",
            confirm=True,
            automatic_payment_methods=AUTOMATIC,
        )
        self.assertEqual(setup.status, "succeeded")
        methods = stripe.PaymentMethod.list(customer=customer.id, type="card")
        self.assertEqual([method.id for method in methods.data], [setup.payment_method])

    def test_declines(self):
        customer, method = payer("pm_card_chargeCustomerFail")
        with self.assertRaises(stripe.error.CardError) as caught:
            stripe.PaymentIntent.create(
                amount=500,
                currency="usd",
                customer=customer.id,
                payment_method=method.id,
                confirm=True,
                automatic_payment_methods=AUTOMATIC,
            )
        self.assertEqual(caught.exception.http_status, 402)
        self.assertEqual(caught.exception.code, "card_declined")
        self.assertEqual(caught.exception.error.payment_intent.status, "requires_payment_method")

    def test_subscriptions(self):
        customer, _ = payer()
        basic, pro = monthly(1000), monthly(3000)
        started = stripe.Subscription.create(customer=customer.id, items=[{"price": basic.id}])
        self.assertEqual(started.status, "active")
        upgraded = stripe.Subscription.modify(
            started.id,
            items=[{"id": started["items"].data[0].id, "price": pro.id}],
            proration_behavior="always_invoice",
        )
        self.assertEqual(upgraded["items"].data[0].price.id, pro.id)
        invoices = stripe.Invoice.list(subscription=started.id)
        reasons = [(invoice.billing_reason, invoice.status) for invoice in invoices.data]
        self.assertEqual(reasons, [("subscription_update", "paid"), ("subscription_create", "paid")])
        self.assertEqual(stripe.Subscription.delete(started.id).status, "canceled")

    def test_invoices(self):
        customer, _ = payer()
        draft = stripe.Invoice.create(customer=customer.id, auto_advance=False)
        stripe.InvoiceItem.create(customer=customer.id, invoice=draft.id, amount=1750, currency="usd")
        self.assertEqual(stripe.Invoice.finalize_invoice(draft.id).status, "open")
        paid = stripe.Invoice.pay(draft.id)
        self.assertEqual((paid.status, paid.amount_paid), ("paid", 1750))

    def test_idempotency(self):
        first = stripe.Customer.create(name="Ada", idempotency_key="order-1")
        again = stripe.Customer.create(name="Ada", idempotency_key="order-1")
        self.assertEqual(first.id, again.id)
        with self.assertRaises(stripe.error.IdempotencyError):
            stripe.Customer.create(name="Grace", idempotency_key="order-1")

    def test_retries(self):
        fault = {"kind": "cut_after", "method": "POST", "path": "/v1/coupons", "count": "1"}
        request = urllib.request.Request(
            f"{URL}/sandbox/faults",
            data=urllib.parse.urlencode(fault).encode(),
            headers={"authorization": f"Bearer {stripe.api_key}"},
        )
        urllib.request.urlopen(request).close()
        stripe.max_network_retries = 2
        try:
            stripe.Coupon.create(percent_off=10, duration="once")
        finally:
            stripe.max_network_retries = 0
        self.assertEqual(len(stripe.Coupon.list().data), 1)

    def test_errors(self):
        with self.assertRaises(stripe.error.InvalidRequestError) as caught:
            stripe.Customer.create(emial="ada@example.com")
        self.assertEqual(caught.exception.param, "emial")
        with self.assertRaises(stripe.error.AuthenticationError):
            stripe.Customer.list(api_key="sk_test_none")

    def test_webhooks(self):
        deliveries = queue.Queue()

        class Receiver(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                payload = self.rfile.read(int(self.headers["content-length"]))
                deliveries.put((payload, self.headers["stripe-signature"]))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            endpoint = stripe.WebhookEndpoint.create(
                url=f"http://127.0.0.1:{server.server_port}/", enabled_events=["customer.created"]
            )
            customer = stripe.Customer.create(name="Ada")
            payload, signature = deliveries.get(timeout=20)
        finally:
            server.shutdown()
        event = stripe.Webhook.construct_event(payload, signature, endpoint.secret)
        self.assertEqual((event.type, event.data.object.id), ("customer.created", customer.id))
        with self.assertRaises(stripe.error.SignatureVerificationError):
            stripe.Webhook.construct_event(payload + b" ", signature, endpoint.secret)


if __name__ == "__main__":
    unittest.main()
