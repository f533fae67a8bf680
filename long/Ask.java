import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Asks with Java's own client as it is by default: HTTP/2 preferred, so that every request in clear text carries Upgrade: h2c.
 * Arguments: application id, then method, address and body (- for none) of each request. Prints version, status and body.
 */
class Ask {
  public static void main(String[] arguments) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    for (int index = 1; index + 2 < arguments.length; index += 3) {
      String body = arguments[index + 2];
      HttpRequest request = HttpRequest.newBuilder(URI.create(arguments[index + 1]))
          .timeout(Duration.ofSeconds(20))
          .header("x-app-id", arguments[0])
          .header("content-type", "application/json")
          .method(arguments[index], body.equals("-")
              ? HttpRequest.BodyPublishers.noBody()
              : HttpRequest.BodyPublishers.ofString(body))
          .build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      System.out.println(answer.version() + " " + answer.statusCode() + " " + answer.body().replace("\n", ""));
    }
  }
}
