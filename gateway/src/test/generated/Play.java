import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Flow;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import wallet.ApiClient;
import wallet.api.PlayersApi;
import wallet.api.TransactionsApi;
import wallet.model.AuthenticateRequest;
import wallet.model.BalanceRequest;
import wallet.model.Credit;
import wallet.model.Debit;
import wallet.model.PlayerIdentity;
import wallet.model.Rollback;
import wallet.model.TransactionItem;
import wallet.model.TransactionResult;
import wallet.model.TransactionsRequest;

/**
 * A round with a client that openapi-generator has made of docs/openapi/platform.yaml (-g java --library native). What is
 * written here is the signature, in an interceptor. Needs: WALLET_URL, WALLET_SECRET, LAUNCH_CODE.
 */
final class Play {
    private final byte[] key = Base64.getDecoder().decode(System.getenv("WALLET_SECRET").substring("whsec_".length()));

    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("WALLET_URL"));
        client.setRequestInterceptor(new Play()::sign);
        play(new PlayersApi(client), new TransactionsApi(client));
    }

    private static void play(PlayersApi players, TransactionsApi transactions) throws Exception {
        PlayerIdentity who = players.authenticate(
                new AuthenticateRequest().launchCode(System.getenv("LAUNCH_CODE")).gameId("roulette"));
        String bet = UUID.randomUUID().toString();
        String second = UUID.randomUUID().toString();
        TransactionItem debit = new TransactionItem(debit(who, bet, "250").putDetailsItem("bet", "red"));
        TransactionItem credit = new TransactionItem(new Credit()
                .type(Credit.TypeEnum.CREDIT)
                .transactionId(UUID.randomUUID().toString())
                .playerId(who.getPlayerId())
                .amount("400")
                .currency(who.getCurrency())
                .gameId("roulette")
                .referenceTransactionId(bet));
        TransactionItem again = new TransactionItem(debit(who, second, "100"));
        TransactionItem rollback = new TransactionItem(new Rollback()
                .type(Rollback.TypeEnum.ROLLBACK)
                .transactionId(UUID.randomUUID().toString())
                .playerId(who.getPlayerId())
                .gameId("roulette")
                .referenceTransactionId(second));
        List<TransactionResult> results = transactions
                .bookTransactions(new TransactionsRequest().transactions(List.of(debit, credit, again, rollback)))
                .getResults();
        results.forEach(result -> System.out.println(result.getTransactionId() + " " + result.getStatus()));
        System.out.println("rolled back " + transactions.getTransaction(second).getRolledBack());
        System.out.println(
                "balance " + players.getBalance(new BalanceRequest().playerId(who.getPlayerId())).getBalance());
    }

    private static Debit debit(PlayerIdentity who, String id, String amount) {
        return new Debit()
                .type(Debit.TypeEnum.DEBIT)
                .transactionId(id)
                .playerId(who.getPlayerId())
                .sessionId(who.getSessionId())
                .amount(amount)
                .currency(who.getCurrency())
                .gameId("roulette");
    }

    private void sign(HttpRequest.Builder request) {
        try {
            String id = UUID.randomUUID().toString();
            String time = Long.toString(System.currentTimeMillis() / 1000);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, mac.getAlgorithm()));
            mac.update((id + "." + time + ".").getBytes(StandardCharsets.UTF_8));
            request.build().bodyPublisher().ifPresent(body -> body.subscribe(new Bytes(mac)));
            request.header("webhook-id", id)
                    .header("webhook-timestamp", time)
                    .header("webhook-signature", "v1," + Base64.getEncoder().encodeToString(mac.doFinal()));
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The bytes of a body as they will be sent, into the signature. */
    private record Bytes(Mac mac) implements Flow.Subscriber<ByteBuffer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ByteBuffer bytes) {
            mac.update(bytes);
        }

        @Override
        public void onError(Throwable failure) {
            throw new IllegalStateException(failure);
        }

        @Override
        public void onComplete() {}
    }
}
